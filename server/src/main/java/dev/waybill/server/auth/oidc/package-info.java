/// Tokens of an OpenID Connect issuer.
@NullMarked
package dev.waybill.server.auth.oidc;

import org.jspecify.annotations.NullMarked;
