package io.metasched.resource.broker;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Book of an agent: its offers to brokers, its holds for them, and its committed reservations.
 *
 * <p>Offers are made on a copy of the table, so that the tasks of one batch see each other and
 * nothing is reserved. An offer that a broker accepts becomes a hold, which takes the capacity if
 * it is still free: between offer and hold, another broker may have taken it. A hold is committed
 * or released under its version, or expires. Several brokers can therefore use one agent at the
 * same time without getting the same capacity, and a late commit cannot match a later hold of its
 * task.
 *
 * <p>Ticks are supplied by the caller and never decrease. Offers need not be part of the stored
 * state; without them, the agent refuses accepted offers after a recovery.
 *
 * <p>Source: the broker-agent paper, section 3.7; holds, versions, expiry and access lists are
 * additions (section 7 leaves them open). Cost: O(n log m) to offer a task on n nodes of m
 * intervals each, otherwise O(log m) for each task. Confined to one thread.
 */
public final class AgentBook {
  private final DynamicTable table;
  private final TreeMap<Integer, Integer> rows = new TreeMap<>(); // by id of the node
  private final TreeMap<Integer, OpenOffers> offers = new TreeMap<>(); // by broker
  private final ReservedTasks reserved = new ReservedTasks();
  private long version; // version of the last hold

  /**
   * Creates a book without tasks.
   *
   * @throws IllegalArgumentException if two nodes have the same id
   */
  public AgentBook(List<AgentNode> nodes, TableLimits limits) {
    table = new DynamicTable(nodes, limits);
    for (int row = 0; row < table.size(); row++) {
      rows.put(table.node(row).id(), row);
    }
  }

  /**
   * Offers nodes for a batch of tasks. The offers of this broker's earlier rounds become void. If
   * the round is earlier than the broker's last one, the whole batch is refused.
   *
   * @param round number that grows with each batch of the broker
   * @param lapseTick tick from which these offers cannot be accepted
   */
  public OfferBatch offer(int broker, long round, List<Task> tasks, long nowTick, long lapseTick) {
    lapse(nowTick);
    var last = Optional.ofNullable(offers.get(broker));
    if (last.isPresent() && last.get().isLaterThan(round)) {
      var late = tasks.stream().map(task -> new RefusedTask(task.id(), TaskRefusal.EXPIRED));
      return new OfferBatch(List.of(), late.toList());
    }
    var copy = table.copy();
    var open = new OpenOffers(round, lapseTick);
    var made = new ArrayList<AgentOffer>(tasks.size());
    var refused = new ArrayList<RefusedTask>();
    var seen = new TreeSet<Long>();
    for (var task : tasks) {
      var fit = seen.add(task.id()) ? find(copy, task, nowTick) : none(TaskRefusal.DUPLICATE);
      if (fit instanceof DynamicTable.Found found) {
        copy.add(found.row(), task);
        open.add(task, found.row());
        made.add(new AgentOffer(task.id(), table.node(found.row()).id(), found.load()));
      } else {
        refused.add(new RefusedTask(task.id(), ((DynamicTable.None) fit).reason()));
      }
    }
    offers.put(broker, open);
    return new OfferBatch(made, refused);
  }

  private DynamicTable.Fit find(DynamicTable where, Task task, long nowTick) {
    if (reserved.has(task.id())) {
      return none(TaskRefusal.DUPLICATE);
    }
    return task.span().start() < nowTick ? none(TaskRefusal.INTERVAL) : where.find(task);
  }

  private static DynamicTable.Fit none(TaskRefusal reason) {
    return new DynamicTable.None(reason);
  }

  /**
   * Holds the offers for some tasks, except those that are refused.
   *
   * @param round round of the offers
   * @param tasks tasks whose offers the broker accepts
   * @param lapseTick tick at which the holds expire unless they are committed
   */
  public HoldAnswer hold(int broker, long round, List<Long> tasks, long nowTick, long lapseTick) {
    lapse(nowTick);
    var open = Optional.ofNullable(offers.get(broker));
    var held = new ArrayList<HeldTask>(tasks.size());
    var refused = new ArrayList<RefusedTask>();
    for (long task : tasks) {
      var refusal =
          open.map(of -> of.refusal(round, task, nowTick))
              .orElse(Optional.of(TaskRefusal.UNKNOWN_OFFER))
              .or(() -> reserved.has(task) ? Optional.of(TaskRefusal.DUPLICATE) : Optional.empty());
      if (refusal.isPresent()) {
        refused.add(new RefusedTask(task, refusal.get()));
        continue;
      }
      var offer = open.orElseThrow().take(task);
      refusalNow(offer, nowTick)
          .ifPresentOrElse(
              reason -> refused.add(new RefusedTask(task, reason)),
              () -> held.add(hold(offer, lapseTick)));
    }
    return new HoldAnswer(held, refused);
  }

  private Optional<TaskRefusal> refusalNow(OpenOffers.Row offer, long nowTick) {
    return offer.task().span().start() < nowTick
        ? Optional.of(TaskRefusal.INTERVAL)
        : table.refusal(offer.row(), offer.task());
  }

  private HeldTask hold(OpenOffers.Row offer, long lapseTick) {
    var task = offer.task();
    int node = table.node(offer.row()).id();
    table.add(offer.row(), task);
    version++;
    reserved.put(new TaskReservation(task, node, version, lapseTick));
    return new HeldTask(task.id(), node, table.load(offer.row(), task.span()), version);
  }

  /** Commits holds. A hold that is already committed may be committed again. */
  public CommitAnswer commit(List<TaskVersion> holds, long nowTick) {
    lapse(nowTick);
    var committed = new ArrayList<Long>(holds.size());
    var refused = new ArrayList<RefusedTask>();
    for (var hold : holds) {
      var known = known(hold);
      if (known.isPresent()) {
        reserved.put(known.get().committed());
        committed.add(hold.task());
      } else {
        refused.add(new RefusedTask(hold.task(), reasonAgainst(hold)));
      }
    }
    return new CommitAnswer(committed, refused);
  }

  private Optional<TaskReservation> known(TaskVersion hold) {
    return reserved.of(hold.task()).filter(each -> each.version() == hold.version());
  }

  private TaskRefusal reasonAgainst(TaskVersion hold) {
    boolean wasGiven = hold.version() >= 1 && hold.version() <= version;
    return wasGiven ? TaskRefusal.EXPIRED : TaskRefusal.UNKNOWN_OFFER;
  }

  /** Releases holds or committed reservations of a broker; unknown ones are not an error. */
  public void release(List<TaskVersion> holds, long nowTick) {
    lapse(nowTick);
    holds.forEach(hold -> known(hold).ifPresent(this::remove));
  }

  /**
   * Cancels a task of a user before it begins.
   *
   * @return reason why the task is not cancelled, empty if it is: {@link TaskRefusal#UNKNOWN_OFFER}
   *     if the task does not exist or the user may not see it, {@link TaskRefusal#INTERVAL} if it
   *     has begun
   */
  public Optional<TaskRefusal> cancel(String user, long task, long nowTick) {
    lapse(nowTick);
    var found = reserved.of(task);
    if (found.isEmpty()) {
      return Optional.of(TaskRefusal.UNKNOWN_OFFER);
    }
    var reservation = found.get();
    var refusal = reservation.task().access().refusal(user);
    if (refusal.isPresent()) {
      return refusal;
    } else if (reservation.task().span().start() <= nowTick) {
      return Optional.of(TaskRefusal.INTERVAL);
    }
    remove(reservation);
    return Optional.empty();
  }

  /**
   * Returns the first {@code most} reservations that a user may see, by task, from {@code fromTask}
   * on.
   */
  public List<TaskReservation> visibleTo(String user, long fromTask, int most) {
    return reserved.from(fromTask).stream()
        .filter(each -> each.task().access().maySee(user))
        .limit(most)
        .toList();
  }

  /**
   * Returns the first {@code most} nodes with their usage, by id, from {@code fromNode} on; O(n)
   * for n tasks.
   */
  public List<NodeSummary> nodes(int fromNode, int most) {
    int[] tasks = committedByRow();
    var nodes = new ArrayList<NodeSummary>();
    for (int row = 0; row < tasks.length && nodes.size() < most; row++) {
      if (table.node(row).id() >= fromNode) {
        nodes.add(new NodeSummary(table.node(row), tasks[row], figures(row, tasks).averageLoad()));
      }
    }
    return nodes;
  }

  /** Ends the holds and offers that have expired by {@code nowTick}. */
  public void lapse(long nowTick) {
    for (var over = reserved.lapsed(nowTick); over.isPresent(); over = reserved.lapsed(nowTick)) {
      remove(over.get());
    }
    offers.values().forEach(open -> open.clearIfOver(nowTick));
  }

  private void remove(TaskReservation reservation) {
    table.remove(row(reservation), reservation.task());
    reserved.remove(reservation.task().id());
  }

  private int row(TaskReservation reservation) {
    return row(reservation.node());
  }

  private int row(int node) {
    var row = rows.get(node);
    if (row == null) {
      throw new IllegalArgumentException("the agent has no node " + node);
    }
    return row;
  }

  /** Returns the figures to report; O(n) for n tasks. */
  public AgentFigures figures() {
    int[] tasks = committedByRow();
    var nodes = new ArrayList<NodeFigures>(tasks.length);
    for (int row = 0; row < tasks.length; row++) {
      nodes.add(figures(row, tasks));
    }
    int held = reserved.held();
    return new AgentFigures(reserved.all().size() - held, held, nodes);
  }

  private int[] committedByRow() {
    int[] tasks = new int[table.size()];
    reserved.all().stream()
        .filter(TaskReservation::isCommitted)
        .forEach(each -> tasks[row(each)]++);
    return tasks;
  }

  private NodeFigures figures(int row, int[] tasks) {
    return NodeFigures.of(table.node(row).id(), tasks[row], table.timeline(row).intervals());
  }

  /** Returns the hold or commitment for a task. */
  public Optional<TaskReservation> reservation(long task) {
    return reserved.of(task);
  }

  /** Returns all holds and commitments, by task. */
  public Collection<TaskReservation> reservations() {
    return reserved.all();
  }

  /** Returns the version of the last hold; 0 before the first. */
  public long version() {
    return version;
  }

  /**
   * Restores the reservations of a book of the same nodes.
   *
   * @param lastVersion version of the last hold of that book
   * @throws IllegalArgumentException if a reservation is on an unknown node
   */
  public void restore(Collection<TaskReservation> reservations, long lastVersion) {
    List.copyOf(reserved.all()).forEach(this::remove);
    offers.clear();
    reservations.forEach(this::take);
    version = lastVersion;
  }

  /**
   * Adds a reservation of a task that has no reservation here, without checking the limits.
   *
   * @throws IllegalArgumentException if the reservation is on an unknown node
   */
  public void take(TaskReservation reservation) {
    table.add(row(reservation), reservation.task());
    reserved.put(reservation);
    version = Math.max(version, reservation.version());
  }

  /** Returns the open offers, by broker. */
  public List<BrokerOffers> offers() {
    var all = new ArrayList<BrokerOffers>();
    offers.forEach((broker, open) -> all.add(open.of(broker, row -> table.node(row).id())));
    return all;
  }

  /**
   * Restores the offers to one broker.
   *
   * @throws IllegalArgumentException if an offer is on an unknown node
   */
  public void takeOffers(BrokerOffers from) {
    var open = new OpenOffers(from.round(), from.lapseTick());
    from.offers().forEach(each -> open.add(each.task(), row(each.node())));
    offers.put(from.broker(), open);
  }

  /** Removes offers of a round after the broker has accepted them. */
  public void forgetOffers(int broker, long round, Collection<Long> tasks) {
    Optional.ofNullable(offers.get(broker)).ifPresent(open -> open.forget(round, tasks));
  }
}
