/// Topics that are bound to other systems: [BusProvider] opens the bindings, `.binding` has what
/// all of them share, `.redis` binds Redis streams, `.sns` binds topics of Amazon SNS and queues
/// of SQS.
@NullMarked
package dev.waybill.bus;

import org.jspecify.annotations.NullMarked;
