/// Commands that run workers.
@NullMarked
package dev.waybill.cli.work;

import org.jspecify.annotations.NullMarked;
