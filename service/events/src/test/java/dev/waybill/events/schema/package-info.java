@NullMarked
package dev.waybill.events.schema;

import org.jspecify.annotations.NullMarked;
