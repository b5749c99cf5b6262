package dev.waybill.checks.violations;

import com.google.protobuf.ByteString;

public record WordThatKnowsTheWire(ByteString bytes) {}
