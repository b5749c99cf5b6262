@NullMarked
package dev.waybill.backend.postgres;

import org.jspecify.annotations.NullMarked;
