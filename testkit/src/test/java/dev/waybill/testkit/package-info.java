@NullMarked
package dev.waybill.testkit;

import org.jspecify.annotations.NullMarked;
