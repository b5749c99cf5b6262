/// Small things that every module uses: text, numbers, durations, files.
@NullMarked
package dev.waybill.base;

import org.jspecify.annotations.NullMarked;
