@NullMarked
package dev.waybill.server.auth;

import org.jspecify.annotations.NullMarked;
