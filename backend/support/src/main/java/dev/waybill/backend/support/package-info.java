/// Shared parts of stores.
@NullMarked
package dev.waybill.backend.support;

import org.jspecify.annotations.NullMarked;
