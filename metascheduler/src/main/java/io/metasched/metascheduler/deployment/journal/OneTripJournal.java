package io.metasched.metascheduler.deployment.journal;

import akka.persistence.jdbc.config.JournalConfig;
import akka.persistence.jdbc.journal.dao.DefaultJournalDao;
import akka.persistence.jdbc.journal.dao.JournalTables.JournalAkkaSerializationRow;
import akka.serialization.Serialization;
import akka.stream.Materializer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.BoxedUnit;
import slick.dbio.DBIOAction;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;
import slick.jdbc.SimpleJdbcAction;

/**
 * Journal of the plugin, except that a few events are written and confirmed in a single round trip
 * to the database: the statement stays prepared and commits automatically. The plugin needs six
 * round trips: for the statement and its end, and for the start and the end of a transaction. The
 * delay matters because an actor writes a few events at a time, one write after the other. Many
 * events at once are written by the plugin's own method.
 *
 * <p>As with the plugin, the key of the table prevents two incarnations of an actor from writing
 * the same event number twice.
 */
public final class OneTripJournal extends DefaultJournalDao {
  private static final String INSERT =
      "insert into \"event_journal\" (\"deleted\", \"persistence_id\", \"sequence_number\","
          + " \"writer\", \"write_timestamp\", \"adapter_manifest\", \"event_payload\","
          + " \"event_ser_id\", \"event_ser_manifest\", \"meta_payload\", \"meta_ser_id\","
          + " \"meta_ser_manifest\") values ";

  private static final String ROW = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
  private static final int COLUMNS = 12;
  private static final int FEW = 8; // limited, because each number of rows needs its own statement

  private static final String CONSTRAINT = "23"; // class of SQL error codes

  private final ConcurrentMap<Connection, @Nullable PreparedStatement[]> prepared =
      new ConcurrentHashMap<>(); // by the number of rows

  /**
   * Creates the journal; the plugin calls this constructor through the name in its configuration.
   */
  public OneTripJournal(
      JdbcBackend.DatabaseDef database,
      JdbcProfile profile,
      JournalConfig config,
      Serialization serialization,
      ExecutionContext executor,
      Materializer materializer) {
    super(database, profile, config, serialization, executor, materializer);
  }

  @Override
  public Future<BoxedUnit> writeJournalRows(
      Seq<Tuple2<JournalAkkaSerializationRow, Set<String>>> rows) {
    var few = CollectionConverters.asJava(rows);
    if (few.isEmpty() || few.size() > FEW || few.stream().anyMatch(row -> !row._2().isEmpty())) {
      return super.writeJournalRows(rows);
    }
    var untagged = few.stream().map(Tuple2::_1).toList();
    return run(
        new SimpleJdbcAction<>(
            context -> {
              write(context.connection(), untagged);
              return BoxedUnit.UNIT;
            }));
  }

  /**
   * Runs an action. The casts are unchecked, because the library bounds an action's effects by a
   * type that Java cannot name.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private <R> Future<R> run(SimpleJdbcAction<R> action) {
    return (Future<R>) db().run((DBIOAction) action);
  }

  private void write(Connection pooled, List<JournalAkkaSerializationRow> rows) {
    try {
      insert(pooled, pooled.unwrap(Connection.class), rows);
    } catch (SQLException e) {
      throw new IllegalStateException("an event cannot be written: " + e.getMessage(), e);
    }
  }

  /**
   * Inserts events. It uses the connection directly, because the pool closes statements after each
   * use.
   */
  private void insert(
      Connection pooled, Connection connection, List<JournalAkkaSerializationRow> rows)
      throws SQLException {
    try {
      var insert = prepared(connection, rows.size());
      for (int i = 0; i < rows.size(); i++) {
        fill(insert, i * COLUMNS, rows.get(i));
      }
      insert.executeUpdate();
    } catch (SQLException e) {
      if (!String.valueOf(e.getSQLState()).startsWith(CONSTRAINT)) {
        prepared.remove(connection);
        reportToPool(pooled, e);
      }
      throw e;
    }
  }

  private PreparedStatement prepared(Connection connection, int rows) throws SQLException {
    var statements = prepared.get(connection);
    if (statements == null) {
      prepared.keySet().removeIf(OneTripJournal::isClosed);
      statements = new PreparedStatement[FEW + 1];
      prepared.put(connection, statements);
    }
    var insert = statements[rows];
    if (insert == null) {
      insert =
          connection.prepareStatement(INSERT + String.join(", ", Collections.nCopies(rows, ROW)));
      statements[rows] = insert;
    }
    return insert;
  }

  private static void fill(PreparedStatement insert, int before, JournalAkkaSerializationRow row)
      throws SQLException {
    insert.setBoolean(before + 1, row.deleted());
    insert.setString(before + 2, row.persistenceId());
    insert.setLong(before + 3, row.sequenceNumber());
    insert.setString(before + 4, row.writer());
    insert.setLong(before + 5, row.writeTimestamp());
    insert.setString(before + 6, row.adapterManifest());
    insert.setBytes(before + 7, row.eventPayload());
    insert.setInt(before + 8, row.eventSerId());
    insert.setString(before + 9, row.eventSerManifest());
    insert.setBytes(before + 10, orNull(row.metaPayload()));
    insert.setObject(before + 11, orNull(row.metaSerId()), Types.INTEGER);
    insert.setString(before + 12, orNull(row.metaSerManifest()));
  }

  private static <T> @Nullable T orNull(Option<T> value) {
    return value.isEmpty() ? null : value.get();
  }

  private static boolean isClosed(Connection connection) {
    try {
      return connection.isClosed();
    } catch (SQLException gone) {
      return true;
    }
  }

  /**
   * Makes the pool detect a broken connection. The pool only detects failures of its own
   * statements, and would otherwise return the broken connection again.
   */
  private static void reportToPool(Connection pooled, SQLException failure) {
    try (var probe = pooled.createStatement()) {
      probe.execute("select 1");
    } catch (SQLException noticed) {
      failure.addSuppressed(noticed);
    }
  }
}
