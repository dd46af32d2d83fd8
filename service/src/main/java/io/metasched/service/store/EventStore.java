package io.metasched.service.store;

import io.metasched.service.book.BookJson;
import io.metasched.service.book.BookState;
import io.metasched.service.book.DeliveryCursor;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.Recorded;
import io.metasched.service.store.EventTable.Row;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tables of the event store. An event is stored when its transaction is committed. The event number
 * is the primary key, so that only one of two concurrent writers succeeds. Confined to one thread.
 */
final class EventStore implements AutoCloseable {
  private static final int ROWS_AT_ONCE = 500;

  /**
   * Time limit of statements. Only the deletion of many old events takes longer, and is retried.
   */
  private static final Duration MOST_SILENCE = Duration.ofSeconds(60);

  private static final List<String> TABLES =
      List.of(
          EventTable.TABLE,
          DeliveryCursors.TABLE,
          "CREATE TABLE IF NOT EXISTS book_snapshot_whole (seq BIGINT PRIMARY KEY, size INT NOT"
              + " NULL)");

  private static final String SNAPSHOT_TABLE =
      "CREATE TABLE IF NOT EXISTS book_snapshot (seq BIGINT NOT NULL, number INT NOT NULL,"
          + " kind VARCHAR(32) NOT NULL, body %s NOT NULL, PRIMARY KEY (seq, number))";

  private final Database database;
  private final Optional<WriterLease> lease;
  private final KeptConnection kept;

  /**
   * Location and durability of the event store.
   *
   * @param url JDBC URL, which may include secrets
   */
  record Database(String url, String user, String password, Durability durability) {
    Database(String url, String user, String password) {
      this(url, user, password, Durability.PROCESS);
    }

    /**
     * Opens a connection. A connection to PostgreSQL is closed if the database does not reply
     * within the time limit, because the connection would wait forever over a broken link. A {@code
     * socketTimeout} in the URL takes precedence.
     */
    Connection connect() throws SQLException {
      var properties = new Properties();
      if (!user.isEmpty()) {
        properties.setProperty("user", user);
        properties.setProperty("password", password);
      }
      if (isShared()) {
        properties.setProperty("socketTimeout", String.valueOf(MOST_SILENCE.toSeconds()));
        properties.setProperty("tcpKeepAlive", "true");
      }
      return DriverManager.getConnection(url, properties);
    }

    /** Returns whether several processes may use the database, which requires PostgreSQL. */
    boolean isShared() {
      return url.startsWith("jdbc:postgresql:");
    }
  }

  /** Failure of a write because another process writes to the book. */
  static final class OvertakenException extends SQLException {
    private static final long serialVersionUID = 1;

    OvertakenException() {
      super("another process writes to the event store");
    }
  }

  EventStore(Database database) {
    this(database, Optional.empty());
  }

  /**
   * Creates the access to the tables of a book.
   *
   * @param lease lease required for writes if processes share the book
   */
  EventStore(Database database, Optional<WriterLease> lease) {
    this.database = database;
    this.lease = lease;
    kept = new KeptConnection(database, false);
  }

  private Connection connection() throws SQLException {
    return kept.get();
  }

  /** Closes a failed connection; the outcome of its transaction is unknown. */
  void giveUp() {
    kept.giveUp();
  }

  void createTables() throws SQLException {
    try (var statement = connection().createStatement()) {
      for (var table : TABLES) {
        statement.execute(table);
      }
      statement.execute(JobInputTable.create(database.isShared()));
      if (database.isShared()) {
        statement.execute(SNAPSHOT_TABLE.formatted("TEXT"));
      } else {
        // H2 keeps a TEXT within its row, and a deletion writes the whole row twice more, which
        // takes ten times as long as the first write. A CLOB is stored outside the row.
        statement.execute(SNAPSHOT_TABLE.formatted("CLOB"));
        statement.execute("ALTER TABLE book_snapshot ALTER COLUMN body SET DATA TYPE CLOB");
      }
    }
    JobEventTable.create(connection());
    commit();
    indexJobs();
  }

  /** Returns a sentence about the cost of a loss of power. */
  String powerLoss() throws SQLException {
    return database.durability().powerLoss(connection(), database.isShared());
  }

  /** Indexes the events of a book that was written without the index. */
  private void indexJobs() throws SQLException {
    long after = JobEventTable.last(connection());
    for (var some = read(after, ROWS_AT_ONCE); !some.isEmpty(); some = read(after, ROWS_AT_ONCE)) {
      JobEventTable.write(connection(), some);
      connection().commit();
      after = some.get(some.size() - 1).seq();
    }
  }

  /**
   * Change of the book: events, and the states before and after.
   *
   * @param bodies events as stored
   */
  record Change(
      BookState before,
      BookState after,
      List<Recorded> events,
      List<String> bodies,
      Map<String, byte[]> inputs) {
    Change(BookState before, BookState after, List<Recorded> events, Map<String, byte[]> inputs) {
      this(
          before,
          after,
          events,
          events.stream().map(each -> BookJson.write(each.event())).toList(),
          inputs);
    }
  }

  /**
   * Writes events, and the contents of inputs that these events add, in one transaction, which is
   * durable on return.
   *
   * @throws Durability.UnsyncedException if the events were written, but may not be on the disk
   * @throws OvertakenException if another process writes to the book
   */
  void append(Change change) throws SQLException {
    var connection = connection();
    if (lease.isPresent() && !lease.get().isHeld(connection)) {
      connection.rollback(); // otherwise, the row stays locked for the lease holder
      throw new OvertakenException();
    }
    EventTable.insert(connection, change.events(), change.bodies());
    JobEventTable.write(connection, change.events());
    JobInputTable.change(connection, change.before(), change.after(), change.inputs());
    commit();
  }

  /** Returns the content of an input; empty if no job needs it. */
  Optional<byte[]> input(String sha256) throws SQLException {
    var content = JobInputTable.read(connection(), sha256);
    connection().commit();
    return content;
  }

  /** Returns the number of the last event; 0 if there is none. */
  long last() throws SQLException {
    return EventTable.last(connection());
  }

  /** Returns whether exactly these events are stored under their numbers. */
  boolean has(List<Recorded> events) throws SQLException {
    var there = new ArrayList<Recorded>();
    long last = events.get(0).seq() - 1;
    for (var some = read(last, events.size());
        !some.isEmpty() && there.size() < events.size();
        some = read(last, events.size() - there.size())) {
      there.addAll(some);
      last = some.get(some.size() - 1).seq();
    }
    return there.equals(events);
  }

  /** Returns events after a number, in order. */
  List<Recorded> read(long after, int most) throws SQLException {
    return EventTable.rows(connection(), after, most).stream().map(Row::event).toList();
  }

  /** Returns events of a job after a number, including events of its array, in order. */
  List<Recorded> read(String job, long after, int most) throws SQLException {
    try (var select = connection().prepareStatement(JobEventTable.EVENTS_OF_JOB)) {
      select.setString(1, job);
      select.setString(2, JobIds.array(job).orElse(job));
      select.setLong(3, JobEventTable.place(after + 1, 0));
      select.setInt(4, most);
      return EventTable.rows(select).stream().map(Row::event).toList();
    }
  }

  /** Returns the current state: the last complete snapshot with all later events. */
  BookState load() throws SQLException {
    var state = BookState.EMPTY;
    var snapshot = lastSnapshot();
    var inputs = new FoundInputs();
    if (snapshot.isPresent()) {
      state = SnapshotTable.read(connection(), snapshot.getAsLong(), inputs);
    }
    for (var rows = EventTable.rows(connection(), state.seq(), ROWS_AT_ONCE);
        !rows.isEmpty();
        rows = EventTable.rows(connection(), state.seq(), ROWS_AT_ONCE)) {
      for (var event : rows.parallelStream().map(row -> row.event(inputs)).toList()) {
        state = state.after(event);
      }
      inputs.store(connection());
    }
    inputs.store(connection());
    if (lease.isPresent() || !database.isShared()) {
      JobInputTable.deleteOthers(connection(), state);
    }
    connection().commit();
    return state;
  }

  /** Contents of inputs that a book of an old version includes in its jobs. Thread-safe. */
  private static final class FoundInputs implements SnapshotTable.Inputs {
    private final Map<String, byte[]> found = new ConcurrentHashMap<>();

    @Override
    public void accept(String sha256, byte[] content) {
      found.put(sha256, content);
    }

    /** Moves the contents to their table. */
    @Override
    public void store(Connection connection) throws SQLException {
      for (var each : new TreeMap<>(found).entrySet()) {
        JobInputTable.insert(connection, each.getKey(), each.getValue());
      }
      found.clear();
    }
  }

  /** Returns the first state after which all events are stored. */
  BookState beginning() throws SQLException {
    if (first() == 1) {
      return BookState.EMPTY;
    }
    return readSnapshot(number(connection(), "SELECT MIN(seq) FROM book_snapshot_whole").orElse(0));
  }

  /**
   * Returns the last stored state from before an instant, or the first stored state if there is no
   * earlier state. All later events are stored.
   */
  BookState before(Instant instant) throws SQLException {
    var snapshot =
        number(
            connection(),
            "SELECT MAX(seq) FROM book_snapshot_whole WHERE seq <="
                + " (SELECT COALESCE(MAX(seq), 0) FROM book_event WHERE at < ?)",
            instant.toEpochMilli());
    return snapshot.isPresent() ? readSnapshot(snapshot.getAsLong()) : beginning();
  }

  /** Returns the number of the last event in the last snapshot; empty if there is none. */
  OptionalLong lastSnapshot() throws SQLException {
    return number(connection(), "SELECT MAX(seq) FROM book_snapshot_whole");
  }

  private BookState readSnapshot(long seq) throws SQLException {
    var state = SnapshotTable.read(connection(), seq, SnapshotTable.Inputs.NONE);
    connection().commit();
    return state;
  }

  /** Returns the number of the first stored event; 1 if there is none. */
  long first() throws SQLException {
    return EventTable.first(connection());
  }

  /**
   * Writes a snapshot. Deletes all older snapshots except one, and the events from before an
   * instant that neither of the two snapshots needs.
   *
   * @return number of pieces of the snapshot
   */
  int writeSnapshot(BookState state, Instant keepFrom) throws SQLException {
    var connection = connection();
    var before = lastSnapshot();
    int size = insert(state);
    if (before.isPresent()) {
      execute(connection, "DELETE FROM book_snapshot WHERE seq < ?", before.getAsLong());
      execute(connection, "DELETE FROM book_snapshot_whole WHERE seq < ?", before.getAsLong());
      EventTable.delete(connection, before.getAsLong(), keepFrom.toEpochMilli());
    }
    connection.commit();
    return size;
  }

  // --- restoring a backup: the caller commits

  /** Writes a snapshot; returns the number of its pieces. */
  int insert(BookState state) throws SQLException {
    int size = SnapshotTable.write(connection(), state);
    execute(
        connection(),
        "INSERT INTO book_snapshot_whole (seq, size) VALUES (?, ?)",
        state.seq(),
        size);
    return size;
  }

  /** Writes events, without the inputs that they add. */
  void insert(List<Recorded> events) throws SQLException {
    EventTable.insert(
        connection(), events, events.stream().map(each -> BookJson.write(each.event())).toList());
    JobEventTable.write(connection(), events);
  }

  /** Writes the content of an input. */
  void insert(String sha256, byte[] content) throws SQLException {
    JobInputTable.insert(connection(), sha256, content);
  }

  /** Writes the progress of the notifications of a receiver. */
  void insert(String receiver, DeliveryCursor cursor) throws SQLException {
    DeliveryCursors.restore(connection(), receiver, cursor);
  }

  /** Commits; on return, the transaction is as durable as the settings require. */
  void commit() throws SQLException {
    connection().commit();
    database.durability().sync(connection(), database.isShared());
  }

  /** Executes a change with numbers as parameters. */
  static void execute(Connection connection, String sql, long... numbers) throws SQLException {
    try (var statement = prepared(connection, sql, numbers)) {
      statement.executeUpdate();
    }
  }

  /** Returns the number that a query finds; empty if the query finds no number. */
  static OptionalLong number(Connection connection, String sql, long... numbers)
      throws SQLException {
    try (var statement = prepared(connection, sql, numbers);
        var rows = statement.executeQuery()) {
      if (!rows.next()) {
        return OptionalLong.empty();
      }
      long found = rows.getLong(1);
      return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(found);
    }
  }

  private static PreparedStatement prepared(Connection connection, String sql, long... numbers)
      throws SQLException {
    var statement = connection.prepareStatement(sql);
    for (int i = 0; i < numbers.length; i++) {
      statement.setLong(i + 1, numbers[i]);
    }
    return statement;
  }

  @Override
  public void close() {
    kept.close();
  }
}
