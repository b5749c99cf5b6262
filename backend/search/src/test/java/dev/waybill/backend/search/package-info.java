@NullMarked
package dev.waybill.backend.search;

import org.jspecify.annotations.NullMarked;
