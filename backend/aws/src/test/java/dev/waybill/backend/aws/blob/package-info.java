@NullMarked
package dev.waybill.backend.aws.blob;

import org.jspecify.annotations.NullMarked;
