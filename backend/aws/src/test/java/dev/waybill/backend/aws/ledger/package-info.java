@NullMarked
package dev.waybill.backend.aws.ledger;

import org.jspecify.annotations.NullMarked;
