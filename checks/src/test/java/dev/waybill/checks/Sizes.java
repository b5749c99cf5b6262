package dev.waybill.checks;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The lengths of files and methods.
record Sizes(Spread files, Spread methods) {

  /// Statistics of lengths.
  record Spread(int count, long median, long p90, long longest) {

    static Spread of(List<Long> lengths) {
      List<Long> sorted = lengths.stream().sorted().toList();
      int last = sorted.size() - 1;
      return new Spread(
          sorted.size(), sorted.get(last / 2), sorted.get(last * 9 / 10), sorted.get(last));
    }
  }

  static Sizes of(List<Path> sources) throws IOException {
    List<Long> files = new ArrayList<>();
    List<Long> methods = new ArrayList<>();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      var units = manager.getJavaFileObjectsFromPaths(sources);
      JavacTask task =
          (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, units);
      SourcePositions positions = Trees.instance(task).getSourcePositions();
      for (CompilationUnitTree unit : task.parse()) {
        files.add(unit.getLineMap().getLineNumber(positions.getEndPosition(unit, unit)));
        new MethodLengths(unit, positions, methods).scan(unit, null);
      }
    }
    return new Sizes(Spread.of(files), Spread.of(methods));
  }

  private static final class MethodLengths extends TreeScanner<@Nullable Void, @Nullable Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Long> lengths;

    MethodLengths(CompilationUnitTree unit, SourcePositions positions, List<Long> lengths) {
      this.unit = unit;
      this.positions = positions;
      this.lengths = lengths;
    }

    @Override
    public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
      if (method.getBody() != null && positions.getEndPosition(unit, method) >= 0) {
        LineMap lines = unit.getLineMap();
        long first = lines.getLineNumber(positions.getStartPosition(unit, method));
        lengths.add(1 + lines.getLineNumber(positions.getEndPosition(unit, method)) - first);
      }
      return super.visitMethod(method, null);
    }
  }
}
