package io.metasched.lab.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Growth of costs with the size of the measured problem, over rows of one kind.
 *
 * @param labels labels of the kind, in the order of the first columns of the table
 */
public record Growth<R>(List<Object> labels, ToDoubleFunction<R> size, List<R> rows) {
  public Growth {
    labels = List.copyOf(labels);
    rows = List.copyOf(rows);
  }

  /** Returns the growth of each kind, in the order of its first row. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public static <R> List<Growth<R>> of(
      List<R> rows, ToDoubleFunction<R> size, Function<R, Object>... labels) {
    var kinds = new LinkedHashMap<List<Object>, List<R>>();
    for (var row : rows) {
      var kind = Stream.of(labels).map(label -> label.apply(row)).toList();
      kinds.computeIfAbsent(kind, k -> new ArrayList<>()).add(row);
    }
    return kinds.entrySet().stream()
        .map(kind -> new Growth<>(kind.getKey(), size, kind.getValue()))
        .toList();
  }

  /** Returns the growth of each kind with rows of several sizes, in the order of its first row. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the array is only read
  public static <R> List<Growth<R>> known(
      List<R> rows, ToDoubleFunction<R> size, Function<R, Object>... labels) {
    return of(rows, size, labels).stream()
        .filter(growth -> growth.rows().stream().mapToDouble(size).distinct().count() > 1)
        .toList();
  }

  /** Returns the exponent e in cost ~ size ^ e over the rows with a cost; empty for one size. */
  public OptionalDouble exponent(Function<R, OptionalDouble> cost) {
    var own = rows.stream().filter(row -> cost.apply(row).isPresent()).toList();
    return Measurements.exponent(own, size, row -> cost.apply(row).orElseThrow());
  }

  /** Creates the column of a label. */
  public static <R> BenchColumn<Growth<R>> label(String name, int at) {
    return BenchColumn.column(name, growth -> growth.labels().get(at));
  }

  /** Creates the column of the exponent of a cost. */
  public static <R> BenchColumn<Growth<R>> cost(String name, ToDoubleFunction<R> cost) {
    return partCost(name, row -> OptionalDouble.of(cost.applyAsDouble(row)));
  }

  /** Creates the column of the exponent of a cost that some rows lack. */
  public static <R> BenchColumn<Growth<R>> partCost(String name, Function<R, OptionalDouble> cost) {
    return BenchColumn.column(name, 3, growth -> growth.exponent(cost), name, 2);
  }
}
