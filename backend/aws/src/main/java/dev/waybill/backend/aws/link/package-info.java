/// Settings, clients, names and errors of the AWS store.
@NullMarked
package dev.waybill.backend.aws.link;

import org.jspecify.annotations.NullMarked;
