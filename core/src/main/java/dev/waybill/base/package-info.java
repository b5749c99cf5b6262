/// Basics for every module: text, numbers, durations, files.
@NullMarked
package dev.waybill.base;

import org.jspecify.annotations.NullMarked;
