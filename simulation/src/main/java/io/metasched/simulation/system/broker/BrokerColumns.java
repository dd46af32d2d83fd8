package io.metasched.simulation.system.broker;

import io.metasched.resource.agent.TaskRefusal;
import io.metasched.simulation.rows.ColumnType;
import io.metasched.simulation.rows.RowFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Types of columns that several tables have. */
final class BrokerColumns {
  /** A time that there may be none of. */
  static final ColumnType<Long> TIME_IF_ANY = ColumnType.UNITS_IF_ANY;

  /** The number of a broker, an agent or a node. */
  static final ColumnType<Integer> ID = ColumnType.integerFrom(0);

  /** The number of a step. */
  static final ColumnType<Integer> STEP = ColumnType.integerFrom(1);

  /** A number that there may be none of. */
  static final ColumnType<Integer> IF_ANY = ColumnType.INTEGER_IF_ANY;

  private static final List<Optional<TaskRefusal>> REASONS =
      Stream.concat(
              Stream.of(Optional.<TaskRefusal>empty()),
              Stream.of(TaskRefusal.values()).map(Optional::of))
          .toList();

  /** Why not; an empty cell where nothing is refused. */
  static final ColumnType<Optional<TaskRefusal>> REASON =
      ColumnType.oneOf(REASONS, reason -> reason.map(RowFormat::lowerCase).orElse(""));

  private BrokerColumns() {}
}
