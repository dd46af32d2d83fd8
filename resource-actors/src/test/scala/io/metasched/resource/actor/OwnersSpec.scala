package io.metasched.resource.actor

import scala.jdk.CollectionConverters._

import akka.actor.testkit.typed.scaladsl.TestProbe
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.scaladsl.adapter._
import akka.actor.typed.{ActorRef, Behavior}
import akka.actor.{DeadLetter, PoisonPill}
import io.metasched.resource.actor.BatchBooking._
import io.metasched.resource.actor.Domain._
import io.metasched.resource.actor.JobBooking._
import io.metasched.resource.actor.PlanningSessions._
import io.metasched.resource.config.DomainSettings
import io.metasched.resource.fanout.{NodeSlot, SlotQuery}
import io.metasched.resource.fixture.{ActorSpec, Pictures}
import io.metasched.resource.actor.journal.Journal
import io.metasched.resource.model.WindowRequest.NO_LIMIT
import io.metasched.resource.model.{Criterion, JobId, Slot, Span, WindowRequest, Work}
import io.metasched.resource.owner.{CommandId, LocalArrivals, LocalPlan}
import io.metasched.resource.pricing.{DiscountOverTime, ListPricing}

/** Arrival of a job of an owner's local users. */
final case class Arrival(tick: Long, lengthTicks: Long)

/** Base of the specs of owners and domains, with issuers of commands, stub owners and schedules from pictures.
  */
abstract class OwnersSpec extends ActorSpec {

  protected val bounds = new DomainSettings(3, 20, 50, 4, 100, 0.5, 0)
  protected val horizon = new Span(0, 10000)
  protected val job: JobId = JobId.of(1)
  protected val other: JobId = JobId.of(2)

  /** Issuer that sends commands, counts them and waits for replies. */
  protected final class Issuer(val number: Int = 7) {
    private val probe: TestProbe[Reply] = testKit.createTestProbe()
    private var count = 0L

    def ref: ActorRef[Reply] = probe.ref
    def nextId(): CommandId = {
      count += 1
      new CommandId(number, count)
    }
    def expects(reply: Reply): Unit = {
      probe.expectMessage(reply)
      ()
    }
    def expectsNothingFrom(domain: ActorRef[Command]): Unit = {
      domain ! new Search(new CommandId(number, 99999), new CommandId(number, 99999), everything, ref)
      expects(new Rejected(new CommandId(number, 99999), Rejection.UNKNOWN_SESSION))
    }
    def receives(): Reply = probe.receiveMessage()

    /** Sends a command and waits for its answer. */
    def gives(domain: ActorRef[Command])(command: (CommandId, ActorRef[Reply]) => Command): Reply = {
      domain ! command(nextId(), ref)
      receives()
    }
  }

  protected val everything: SlotQuery =
    new SlotQuery(
      WindowRequest.of(1, Work.duration(1), 1, NO_LIMIT),
      Criterion.START,
      0,
      true,
      List.empty[io.metasched.resource.fanout.Change].asJava
    )

  /** Creates a domain of the nodes in a picture; time that is not vacant in the picture is static local load.
    */
  protected def domain(rows: String*): ActorRef[Command] = domain(bounds, rows: _*)

  protected def domain(settings: DomainSettings, rows: String*): ActorRef[Command] =
    domainWith(settings, new Drawn(rows))

  /** Creates a domain with local jobs that arrive at the given nodes. */
  protected def domainWith(arrivals: Map[Int, List[Arrival]])(rows: String*): ActorRef[Command] =
    domainWith(bounds, new Drawn(rows, arrivals))

  private def domainWith(settings: DomainSettings, plan: Drawn): ActorRef[Command] = {
    val nodes = plan.rows.map(Pictures.node).asJava
    testKit.spawn(Domain.create(0, nodes, new ListPricing, plan, settings))
  }

  protected final class StubOwner(val node: Int) {
    val probe: TestProbe[NodeOwner.Command] = testKit.createTestProbe()

    def behavior: Behavior[NodeOwner.Command] = Behaviors.receiveMessage { command =>
      probe ! command
      Behaviors.same
    }
  }

  protected def domainOf(
      owners: Iterable[StubOwner],
      settings: DomainSettings,
      steadyPrices: Boolean = false
  ): ActorRef[Command] = {
    val nodes = owners.map(owner => Pictures.node(s"n${owner.node}")).toList.asJava
    val stubs: Domain.OwnerFactory = _ => node => owners.find(_.node == node.id).get.behavior
    val prices = if (steadyPrices) new ListPricing else new DiscountOverTime(10000, 500)
    val owned = new OwnedNodes(nodes, prices, LocalPlan.none(10000))
    testKit.spawn(Domain.create(0, owned, stubs, settings, Journal.NONE))
  }

  protected def open(until: Long = 10000, now: Long = 0)(id: CommandId, to: ActorRef[Reply]): Command =
    new OpenSession(id, new Span(0, until), now, to)

  protected def hold(job: JobId, parts: List[HeldPart], now: Long = 0, lapse: Long = 5000)(
      id: CommandId,
      to: ActorRef[Reply]
  ): Command = new Hold(id, job, parts.asJava, now, lapse, to)

  protected def commit(job: JobId, nodes: List[Int], dropped: List[Int] = Nil, now: Long = 0)(
      id: CommandId,
      to: ActorRef[Reply]
  ): Command = new Commit(id, job, boxed(nodes), boxed(dropped), now, to)

  protected def release(job: JobId, nodes: List[Int], now: Long = 0)(id: CommandId, to: ActorRef[Reply]): Command =
    new Release(id, job, boxed(nodes), now, to)

  protected def rebook(job: JobId, parts: List[HeldPart], dropped: List[Int] = Nil, now: Long = 0)(
      id: CommandId,
      to: ActorRef[Reply]
  ): Command = new Rebook(id, job, parts.asJava, boxed(dropped), now, to)

  protected def holdWindows(windows: (JobId, List[HeldPart])*)(id: CommandId, to: ActorRef[Reply]): Command =
    new HoldWindows(id, windows.map { case (job, parts) => new WindowParts(job, parts.asJava) }.asJava, 0, 1, to)

  protected def settleWindows(committed: (JobId, List[Int])*)(released: (JobId, List[Int])*)(
      id: CommandId,
      to: ActorRef[Reply]
  ): Command = new SettleWindows(id, windowNodes(committed), windowNodes(released), 0, to)

  private def windowNodes(windows: Seq[(JobId, List[Int])]) =
    windows.map { case (job, nodes) => new WindowNodes(job, boxed(nodes)) }.asJava

  protected def end(job: JobId, nodes: List[Int], now: Long = 0)(id: CommandId, to: ActorRef[Reply]): Command =
    new End(id, job, boxed(nodes), now, to)

  /** Returns the parts to hold from a picture, with the version of the slot lists in a new domain.
    */
  protected def parts(rows: String*): List[HeldPart] =
    Pictures.slots(rows: _*).asScala.toList.map(slot => new HeldPart(slot.node.id, slot.span, freshVersion))

  /** Version that is older than any list, so that no refusal is NEVER_OFFERED. */
  protected val freshVersion: Long = -1

  /** Stops the owner of a node, as a failure would. */
  protected def stop(site: ActorRef[Command], node: Int): Unit =
    testKit.system.toClassic.actorSelection((site.path / s"node-$node").toStringWithoutAddress) ! PoisonPill

  /** Returns whether the dead letter is a command that was in transit when its owner stopped. */
  protected def wasForLostOwner(addressed: DeadLetter): Boolean = addressed.message.isInstanceOf[NodeOwner.Command]

  /** Returns the currently vacant time, as spans by node. */
  protected def vacant(domain: ActorRef[Command], now: Long = 0): Map[Int, List[Span]] = {
    val observer = new Issuer(99 + observers)
    observers += 1
    val opened = observer.gives(domain)(open(now = now)).asInstanceOf[SessionOpened]
    val found = observer.gives(domain)(new Search(_, opened.id, everything, _)).asInstanceOf[Found]
    domain ! new CloseSession(opened.id)
    byNodeOf(found.answer.slots.asScala)
  }
  private var observers = 0

  protected def byNode(slots: Iterable[Slot]): Map[Int, List[Span]] = byNodeOf(slots.map(NodeSlot.of))

  protected def byNodeOf(slots: Iterable[NodeSlot]): Map[Int, List[Span]] =
    slots.groupMap(_.node)(_.span).view.mapValues(_.toList.sortBy(_.start)).toMap

  /** Returns the drawn spans by node. */
  protected def drawn(rows: String*): Map[Int, List[Span]] = byNode(Pictures.slots(rows: _*).asScala)

  protected def boxed(nodes: List[Int]): java.util.List[Integer] = nodes.map(Int.box).asJava

  /** Jobs that arrive at a node, in order. */
  protected final class Arrivals(jobs: List[Arrival]) extends LocalArrivals {
    private var at = -1

    override def advance(): Boolean = {
      at += 1
      at < jobs.size
    }
    override def tick: Long = jobs(at).tick
    override def lengthTicks: Long = jobs(at).lengthTicks
  }

  /** Ten units of time from a picture, followed by idle time, and arriving jobs. */
  protected final class Drawn(val rows: Seq[String], jobs: Map[Int, List[Arrival]] = Map.empty) extends LocalPlan {
    override def blockTicks: Long = 10000
    override def arrivals(node: Int): LocalArrivals = new Arrivals(jobs.getOrElse(node, Nil))
    override def load(node: Int, block: Span): java.util.List[Span] = {
      val row = rows.find(Pictures.node(_).id == node).get.split(' ').last
      if (block.start > 0) List.empty[Span].asJava
      else Pictures.spans(row.map(c => if (c == '#') '.' else '#'))
    }
  }
}
