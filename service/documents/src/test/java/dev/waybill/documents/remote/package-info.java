/// Tests.
@NullMarked
package dev.waybill.documents.remote;

import org.jspecify.annotations.NullMarked;
