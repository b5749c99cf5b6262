@NullMarked
package dev.waybill.backend.aws;

import org.jspecify.annotations.NullMarked;
