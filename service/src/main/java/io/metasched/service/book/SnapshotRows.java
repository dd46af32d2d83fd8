package io.metasched.service.book;

import java.util.List;
import java.util.function.BiConsumer;

/** Names of the types of pieces in the snapshot table. */
public final class SnapshotRows {
  private static final List<Class<? extends SnapshotRow>> TYPES =
      List.of(
          SnapshotRow.Head.class,
          SnapshotRow.AccountRow.class,
          SnapshotRow.ArrayRow.class,
          SnapshotRow.WorkflowRow.class,
          SnapshotRow.JobRow.class,
          SnapshotRow.ElementRow.class,
          SnapshotRow.LedgerRow.class,
          SnapshotRow.TokenRow.class,
          SnapshotRow.KeyRow.class,
          SnapshotRow.CycleRow.class,
          SnapshotRow.DrainRow.class,
          SnapshotRow.PolicyRow.class,
          SnapshotRow.PolicyChangeRow.class,
          SnapshotRow.ClaimRow.class,
          SnapshotRow.SiteRow.class,
          SnapshotRow.SiteTermsRow.class,
          SnapshotRow.SiteTallyRow.class,
          SnapshotRow.MarketRow.class,
          SnapshotRow.WrittenRow.class,
          SnapshotRow.RulesRow.class,
          SnapshotRow.WebhookRow.class);

  private SnapshotRows() {}

  /** Returns the name of a piece's type. */
  public static String kind(SnapshotRow row) {
    return row.getClass().getSimpleName();
  }

  /**
   * Parses pieces of one type; a single piece may be written without the brackets of a list.
   *
   * @param inputs receives the input contents that jobs of old versions include
   */
  public static List<SnapshotRow> read(
      String kind, String body, BiConsumer<String, byte[]> inputs) {
    return body.startsWith("[")
        ? List.copyOf(BookJson.readList(body, type(kind), inputs))
        : List.of(BookJson.read(body, type(kind), inputs));
  }

  /**
   * Returns the type with a name.
   *
   * @throws IllegalStateException if there is no such type
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
