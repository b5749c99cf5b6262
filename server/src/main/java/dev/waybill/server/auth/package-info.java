/// Who is calling, and what they may do. Knows no protocol.
@NullMarked
package dev.waybill.server.auth;

import org.jspecify.annotations.NullMarked;
