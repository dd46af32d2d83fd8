package io.metasched.simulation.system.broker.rows;

import io.metasched.resource.broker.TaskRefusal;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RowFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Column types that several tables share. */
final class BrokerColumns {
  /** Time, or empty. */
  static final ColumnType<Long> TIME_IF_ANY = ColumnType.UNITS_IF_ANY;

  /** Number of a broker, an agent or a node. */
  static final ColumnType<Integer> ID = ColumnType.integerFrom(0);

  /** Number of a step. */
  static final ColumnType<Integer> STEP = ColumnType.integerFrom(1);

  /** Integer, or empty. */
  static final ColumnType<Integer> IF_ANY = ColumnType.INTEGER_IF_ANY;

  private static final List<Optional<TaskRefusal>> REASONS =
      Stream.concat(
              Stream.of(Optional.<TaskRefusal>empty()),
              Stream.of(TaskRefusal.values()).map(Optional::of))
          .toList();

  /** Reason of a refusal; an empty cell if nothing is refused. */
  static final ColumnType<Optional<TaskRefusal>> REASON =
      ColumnType.oneOf(REASONS, reason -> reason.map(RowFormat::lowerCase).orElse(""));

  private BrokerColumns() {}
}
