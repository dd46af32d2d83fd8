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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.collection.immutable.Set;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Future;
import scala.runtime.BoxedUnit;
import slick.dbio.DBIOAction;
import slick.jdbc.JdbcBackend;
import slick.jdbc.JdbcProfile;
import slick.jdbc.SimpleJdbcAction;

/**
 * How the plugin writes to its tables, but that one event goes there and is confirmed in a single
 * exchange with the database: the statement stays prepared, and commits by itself. The plugin needs
 * six, for the statement and its end, and for the begin and the end of a transaction, and an actor
 * writes one event after the other. Several events, of a batch, are written as the plugin does it.
 *
 * <p>As there, the key of the table lets no two incarnations of an actor write the same event.
 */
public final class OneTripJournal extends DefaultJournalDao {
  private static final String INSERT =
      "insert into \"event_journal\" (\"deleted\", \"persistence_id\", \"sequence_number\","
          + " \"writer\", \"write_timestamp\", \"adapter_manifest\", \"event_payload\","
          + " \"event_ser_id\", \"event_ser_manifest\", \"meta_payload\", \"meta_ser_id\","
          + " \"meta_ser_manifest\") values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

  private static final String CONSTRAINT = "23"; // of the codes of SQL

  private final ConcurrentMap<Connection, PreparedStatement> prepared = new ConcurrentHashMap<>();

  /** As the plugin makes it, by the name in its configuration. */
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
    if (rows.size() != 1 || !rows.head()._2().isEmpty()) {
      return super.writeJournalRows(rows);
    }
    var row = rows.head()._1();
    return run(
        new SimpleJdbcAction<>(
            context -> {
              write(context.connection(), row);
              return BoxedUnit.UNIT;
            }));
  }

  /** The library bounds what an action may do by a type that Java cannot name. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private <R> Future<R> run(SimpleJdbcAction<R> action) {
    return (Future<R>) db().run((DBIOAction) action);
  }

  private void write(Connection pooled, JournalAkkaSerializationRow row) {
    try {
      insert(pooled, pooled.unwrap(Connection.class), row);
    } catch (SQLException e) {
      throw new IllegalStateException("an event cannot be written: " + e.getMessage(), e);
    }
  }

  /** With the connection itself, as the pool ends statements after each use. */
  private void insert(Connection pooled, Connection connection, JournalAkkaSerializationRow row)
      throws SQLException {
    try {
      var insert = prepared.get(connection);
      if (insert == null) {
        prepared.keySet().removeIf(OneTripJournal::isClosed);
        insert = connection.prepareStatement(INSERT);
        prepared.put(connection, insert);
      }
      fill(insert, row);
      insert.executeUpdate();
    } catch (SQLException e) {
      if (!String.valueOf(e.getSQLState()).startsWith(CONSTRAINT)) {
        prepared.remove(connection);
        haveThePoolNotice(pooled, e);
      }
      throw e;
    }
  }

  private static void fill(PreparedStatement insert, JournalAkkaSerializationRow row)
      throws SQLException {
    insert.setBoolean(1, row.deleted());
    insert.setString(2, row.persistenceId());
    insert.setLong(3, row.sequenceNumber());
    insert.setString(4, row.writer());
    insert.setLong(5, row.writeTimestamp());
    insert.setString(6, row.adapterManifest());
    insert.setBytes(7, row.eventPayload());
    insert.setInt(8, row.eventSerId());
    insert.setString(9, row.eventSerManifest());
    insert.setBytes(10, orNull(row.metaPayload()));
    insert.setObject(11, orNull(row.metaSerId()), Types.INTEGER);
    insert.setString(12, orNull(row.metaSerManifest()));
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

  /** It sees only what fails through it, and would lend a connection that is broken again. */
  private static void haveThePoolNotice(Connection pooled, SQLException failure) {
    try (var probe = pooled.createStatement()) {
      probe.execute("select 1");
    } catch (SQLException noticed) {
      failure.addSuppressed(noticed);
    }
  }
}
