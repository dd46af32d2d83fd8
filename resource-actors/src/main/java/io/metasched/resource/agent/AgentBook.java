package io.metasched.resource.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The book of an agent: what it offers to brokers, holds for them, and has committed.
 *
 * <p>Offers are made on a copy of the table, so that the tasks of one batch see each other and
 * nothing is reserved. An offer that a broker accepts becomes a hold, which takes the capacity if
 * it is still there: between offer and hold another broker may have taken it. A hold is committed
 * or released under its version, or lapses. So several brokers may use one agent at a time, and no
 * two of them get the same capacity; a commit that comes too late cannot meet a later hold of its
 * task.
 *
 * <p>Ticks are those of the caller and never go back. Offers need not be part of the state that is
 * stored: where they are not, their acceptance is refused after a recovery.
 *
 * <p>Source: the broker-agent paper, section 3.7; holds, versions, lapses and access lists are ours
 * (section 7 leaves them open). Cost: to offer a task O(n log m) for n nodes of m intervals each,
 * all else O(log m) for each task. Confined to one thread.
 */
public final class AgentBook {
  private final DynamicTable table;
  private final TreeMap<Integer, Integer> rows = new TreeMap<>(); // by id of the node
  private final TreeMap<Integer, OpenOffers> offers = new TreeMap<>(); // by broker
  private final ReservedTasks reserved = new ReservedTasks();
  private long version; // of the last hold

  /**
   * A book without tasks.
   *
   * @throws IllegalArgumentException for two nodes of one id
   */
  public AgentBook(List<AgentNode> nodes, TableLimits limits) {
    table = new DynamicTable(nodes, limits);
    for (int row = 0; row < table.size(); row++) {
      rows.put(table.node(row).id(), row);
    }
  }

  /**
   * Offers nodes for a batch of tasks. The offers of an earlier round of the same broker are void,
   * and one that is asked for after a later round is refused as a whole.
   *
   * @param round a number that grows with each batch of the broker
   * @param lapseTick from which on these offers cannot be accepted
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
    var made = new ArrayList<Offer>(tasks.size());
    var refused = new ArrayList<RefusedTask>();
    var seen = new TreeSet<Long>();
    for (var task : tasks) {
      var fit = seen.add(task.id()) ? find(copy, task, nowTick) : none(TaskRefusal.DUPLICATE);
      if (fit instanceof DynamicTable.Found found) {
        copy.add(found.row(), task);
        open.add(task, found.row());
        made.add(new Offer(task.id(), table.node(found.row()).id(), found.load()));
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
   * Holds what was offered for some tasks, each unless it is refused.
   *
   * @param round of the offers
   * @param tasks whose offers the broker accepts
   * @param lapseTick from which on they are not held any more, unless they are committed
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

  /** Reserves what is held for good. What is committed already is committed again. */
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

  /** A broker gives up what it holds or has committed; what the agent no longer has is no error. */
  public void release(List<TaskVersion> holds, long nowTick) {
    lapse(nowTick);
    holds.forEach(hold -> known(hold).ifPresent(this::remove));
  }

  /**
   * A user cancels a task before it begins.
   *
   * @return why it is not cancelled: {@link TaskRefusal#UNKNOWN_OFFER} where there is no such task
   *     or the user may not even see it, {@link TaskRefusal#INTERVAL} when it has begun
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

  /** What a user may see, by task. */
  public List<TaskReservation> visibleTo(String user) {
    return reserved.all().stream().filter(each -> each.task().access().maySee(user)).toList();
  }

  /** Ends holds and offers whose time is up. */
  public void lapse(long nowTick) {
    for (var over = reserved.lapsed(nowTick); over.isPresent(); over = reserved.lapsed(nowTick)) {
      remove(over.get());
    }
    offers.values().forEach(open -> open.clearWhenOver(nowTick));
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

  /** What is reported; O(n) for n tasks. */
  public AgentFigures figures() {
    int[] tasks = new int[table.size()];
    reserved.all().stream()
        .filter(TaskReservation::lastsForGood)
        .forEach(each -> tasks[row(each)]++);
    var nodes = new ArrayList<NodeFigures>(tasks.length);
    for (int row = 0; row < tasks.length; row++) {
      var intervals = table.timeline(row).intervals();
      nodes.add(NodeFigures.of(table.node(row).id(), tasks[row], intervals));
    }
    int held = reserved.held();
    return new AgentFigures(reserved.all().size() - held, held, nodes);
  }

  /** What is held or committed for a task. */
  public Optional<TaskReservation> reservation(long task) {
    return reserved.of(task);
  }

  /** All that is held or committed, by task. */
  public Collection<TaskReservation> reservations() {
    return reserved.all();
  }

  /** The version of the last hold; 0 before the first. */
  public long version() {
    return version;
  }

  /**
   * Takes over what was reserved in a book of the same nodes.
   *
   * @param lastVersion the version of its last hold
   * @throws IllegalArgumentException for a node that the agent does not have
   */
  public void restore(Collection<TaskReservation> reservations, long lastVersion) {
    List.copyOf(reserved.all()).forEach(this::remove);
    offers.clear();
    reservations.forEach(this::take);
    version = lastVersion;
  }

  /**
   * Takes over one reservation of a task that has none here, without a look at the limits.
   *
   * @throws IllegalArgumentException for a node that the agent does not have
   */
  public void take(TaskReservation reservation) {
    table.add(row(reservation), reservation.task());
    reserved.put(reservation);
    version = Math.max(version, reservation.version());
  }

  /** What brokers may accept, by broker. */
  public List<BrokerOffers> offers() {
    var all = new ArrayList<BrokerOffers>();
    offers.forEach((broker, open) -> all.add(open.of(broker, row -> table.node(row).id())));
    return all;
  }

  /**
   * Takes over the offers to one broker.
   *
   * @throws IllegalArgumentException for a node that the agent does not have
   */
  public void takeOffers(BrokerOffers from) {
    var open = new OpenOffers(from.round(), from.lapseTick());
    from.offers().forEach(each -> open.add(each.task(), row(each.node())));
    offers.put(from.broker(), open);
  }

  /** Forgets offers of a round that a broker has accepted. */
  public void forgetOffers(int broker, long round, Collection<Long> tasks) {
    Optional.ofNullable(offers.get(broker)).ifPresent(open -> open.forget(round, tasks));
  }
}
