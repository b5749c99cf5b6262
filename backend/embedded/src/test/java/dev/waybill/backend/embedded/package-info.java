@NullMarked
package dev.waybill.backend.embedded;

import org.jspecify.annotations.NullMarked;
