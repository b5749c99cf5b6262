/// What users of Waybill say and hear: jobs, leases, events, answers. Depends on nothing else
/// here.
@NullMarked
package dev.waybill;

import org.jspecify.annotations.NullMarked;
