/// Blobs as objects of S3.
@NullMarked
package dev.waybill.backend.aws.blob;

import org.jspecify.annotations.NullMarked;
