/// Tests.
@NullMarked
package dev.waybill.documents.model;

import org.jspecify.annotations.NullMarked;
