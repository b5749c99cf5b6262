/// The store or server that a command works on.
@NullMarked
package dev.waybill.cli.connect;

import org.jspecify.annotations.NullMarked;
