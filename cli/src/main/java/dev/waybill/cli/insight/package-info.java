/// Commands that show what happens: failures, figures over time, and workers.
@NullMarked
package dev.waybill.cli.insight;

import org.jspecify.annotations.NullMarked;
