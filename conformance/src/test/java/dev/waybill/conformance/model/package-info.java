@NullMarked
package dev.waybill.conformance.model;

import org.jspecify.annotations.NullMarked;
