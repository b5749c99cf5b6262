/// How services on top of jobs, such as topics, plug into an engine.
@NullMarked
package dev.waybill.service;

import org.jspecify.annotations.NullMarked;
