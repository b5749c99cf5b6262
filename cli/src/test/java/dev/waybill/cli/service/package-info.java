/// The services on every store.
@NullMarked
package dev.waybill.cli.service;

import org.jspecify.annotations.NullMarked;
