/// Tests of diagrams.
@NullMarked
package dev.waybill.documents.diagram;

import org.jspecify.annotations.NullMarked;
