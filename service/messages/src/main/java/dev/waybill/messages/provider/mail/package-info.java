/// Providers of e-mail: SMTP and the APIs of vendors.
@NullMarked
package dev.waybill.messages.provider.mail;

import org.jspecify.annotations.NullMarked;
