/// What happens on a server: failures in groups, figures over time, workers and explanations.
@NullMarked
package dev.waybill.insight;

import org.jspecify.annotations.NullMarked;
