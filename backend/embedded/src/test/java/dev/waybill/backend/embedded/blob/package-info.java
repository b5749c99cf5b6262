@NullMarked
package dev.waybill.backend.embedded.blob;

import org.jspecify.annotations.NullMarked;
