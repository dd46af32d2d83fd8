package io.metasched.service.book;

import java.util.List;
import java.util.function.BiConsumer;

/** What the pieces of a snapshot are called in the table. */
public final class SnapshotRows {
  private static final List<Class<? extends SnapshotRow>> TYPES =
      List.of(
          SnapshotRow.Head.class,
          SnapshotRow.AccountRow.class,
          SnapshotRow.JobRow.class,
          SnapshotRow.LedgerRow.class,
          SnapshotRow.TokenRow.class,
          SnapshotRow.KeyRow.class,
          SnapshotRow.CycleRow.class,
          SnapshotRow.DrainRow.class,
          SnapshotRow.PolicyRow.class,
          SnapshotRow.PolicyChangeRow.class,
          SnapshotRow.ClaimRow.class,
          SnapshotRow.MarketRow.class,
          SnapshotRow.WrittenRow.class,
          SnapshotRow.RulesRow.class);

  private SnapshotRows() {}

  /** What a piece is called. */
  public static String kind(SnapshotRow row) {
    return row.getClass().getSimpleName();
  }

  /**
   * Pieces of one kind; there may be one without the brackets of a list.
   *
   * @param inputs takes the contents of inputs that jobs of old versions have
   */
  public static List<SnapshotRow> read(
      String kind, String body, BiConsumer<String, byte[]> inputs) {
    return body.startsWith("[")
        ? List.copyOf(BookJson.readList(body, type(kind), inputs))
        : List.of(BookJson.read(body, type(kind), inputs));
  }

  /**
   * The pieces that are called so.
   *
   * @throws IllegalStateException where none are
   */
  public static Class<? extends SnapshotRow> type(String kind) {
    for (var type : TYPES) {
      if (type.getSimpleName().equals(kind)) {
        return type;
      }
    }
    throw new IllegalStateException("a snapshot has rows of the unknown kind " + kind);
  }
}
