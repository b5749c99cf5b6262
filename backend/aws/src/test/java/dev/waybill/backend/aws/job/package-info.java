@NullMarked
package dev.waybill.backend.aws.job;

import org.jspecify.annotations.NullMarked;
