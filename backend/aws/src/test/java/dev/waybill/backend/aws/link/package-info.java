@NullMarked
package dev.waybill.backend.aws.link;

import org.jspecify.annotations.NullMarked;
