/// The sandbox: a provider that delivers nothing and fails as it is told.
@NullMarked
package dev.waybill.messages.provider.sandbox;

import org.jspecify.annotations.NullMarked;
