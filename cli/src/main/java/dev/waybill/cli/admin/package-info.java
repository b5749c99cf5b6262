/// Commands of operators.
@NullMarked
package dev.waybill.cli.admin;

import org.jspecify.annotations.NullMarked;
