/// The ledger in a table of DynamoDB.
@NullMarked
package dev.waybill.backend.aws.ledger;

import org.jspecify.annotations.NullMarked;
