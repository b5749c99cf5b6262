@NullMarked
package dev.waybill.cli.jobs;

import org.jspecify.annotations.NullMarked;
