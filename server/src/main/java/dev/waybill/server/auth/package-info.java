/// Authentication, scopes, limits and the audit log. Independent of protocols.
@NullMarked
package dev.waybill.server.auth;

import org.jspecify.annotations.NullMarked;
