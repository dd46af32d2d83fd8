package io.metasched.metascheduler.cyclic.actor

import io.metasched.metascheduler.actor.Domains
import java.time.Duration
import java.util.function.Supplier
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.reflect.ClassTag

import akka.actor.PoisonPill
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import akka.actor.typed.scaladsl.adapter._
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.metascheduler.cycle.{CycleSnapshot, Decision, Plan, ReplanSnapshot}
import io.metasched.metascheduler.cyclic.scheduling.{VoScheduler, VoRules}
import io.metasched.metascheduler.fixture.JobFixture
import io.metasched.metascheduler.cyclic.flow.FlowEvent
import io.metasched.metascheduler.model.{Job, PostponeReason}
import io.metasched.metascheduler.policy.SchedulingPolicy
import io.metasched.resource.actor.{Domain, OwnersSpec, PlanningSessions}
import io.metasched.resource.fixture.Pictures
import io.metasched.resource.model.{JobId, Span, Window}
import io.metasched.resource.owner.CommandId
import io.metasched.resource.pricing.ListPricing

/** Base of the specs of an organization's actors. The wall clock advances only if a test moves it.
  */
abstract class OrganizationSpec extends OwnersSpec {

  protected val deadline: Duration = Duration.ofSeconds(60)
  protected val settings = new MetaschedulerSettings(3, 100, 4, deadline, deadline)

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  protected lazy val wallClock: ManualTime = ManualTime()(testKit.system)

  /** Advances past the deadline. No actor times out before the deadline, and each actor without a reply has timed out
    * at twice the deadline.
    */
  protected def theDeadlinePasses(): Unit = wallClock.timePasses(2 * deadline.toSeconds.seconds)

  // --- domains

  /** Stub domains, one for each number in the rows. */
  protected final class StubDomains(rows: String*) {
    val probes: Map[Int, TestProbe[Domain.Command]] =
      nodes(rows).map(_.domain).distinct.map(_ -> testKit.createTestProbe[Domain.Command]()).toMap
    val all: Domains = domains(rows, probes.view.mapValues(_.ref).toMap)

    def gets[C <: Domain.Command: ClassTag](site: Int): C = probes(site).expectMessageType[C]
    def getsNothing(): Unit = probes.values.foreach(_.expectNoMessage(50.millis))
  }

  /** Creates domains with owners of the nodes in a picture. */
  protected def sites(rows: String*): Domains = domains(rows, realSites(rows))

  private def realSites(rows: Seq[String]): Map[Int, ActorRef[Domain.Command]] =
    nodes(rows).groupBy(_.domain).map { case (number, own) =>
      number -> testKit.spawn(Domain.create(number, own.asJava, new ListPricing, new Drawn(rows), bounds))
    }

  /** Domains with owners behind a gate: booking commands wait until the test releases them. */
  protected final class GatedDomains(rows: String*) {
    private val real = realSites(rows)
    private val waiting = real.map { case (number, _) => number -> testKit.createTestProbe[Domain.Command]() }
    private val gates = real.map { case (number, site) =>
      number -> testKit.spawn(Behaviors.receiveMessage[Domain.Command] { command =>
        command match {
          case _: PlanningSessions.OpenSession | _: PlanningSessions.Search | _: PlanningSessions.CloseSession =>
            site ! command
          case _ => waiting(number).ref ! command
        }
        Behaviors.same
      })
    }
    val all: Domains = domains(rows, gates)

    def gets[C <: Domain.Command: ClassTag](site: Int): C = waiting(site).expectMessageType[C]
    def passes(site: Int, command: Domain.Command): Unit = real(site) ! command
    def passes[C <: Domain.Command: ClassTag](site: Int): C = {
      val command = gets[C](site)
      passes(site, command)
      command
    }
    def vacantAt(site: Int): Map[Int, List[Span]] = vacant(real(site))
    def stopOwner(site: Int, node: Int): Unit = {
      val path = (real(site).path / s"node-$node").toStringWithoutAddress
      testKit.system.toClassic.actorSelection(path) ! PoisonPill
    }
  }

  private def nodes(rows: Seq[String]) = rows.map(Pictures.node).sortBy(_.id).toList

  private def domains(rows: Seq[String], refs: Map[Int, ActorRef[Domain.Command]]): Domains = {
    val byNumber = new java.util.TreeMap[Integer, ActorRef[Domain.Command]]
    refs.foreach { case (number, ref) => byNumber.put(number, ref) }
    new Domains(byNumber, nodes(rows).asJava)
  }

  // --- jobs and policies

  protected def window(rows: String*): Window = Pictures.window(rows: _*)

  protected def aJob(number: Long): Job = JobFixture.job(number).build

  protected val versions: java.util.List[java.lang.Long] = List.fill(9)(Long.box(freshVersion)).asJava

  /** Policy whose plan and timing the test controls. */
  protected class StubPolicy(
      planned: CycleSnapshot => Plan = waits,
      replanned: ReplanSnapshot => List[ReplanSnapshot.Move] = _ => Nil
  ) extends SchedulingPolicy {
    override def plan(snapshot: CycleSnapshot): Plan = planned(snapshot)
    override def replans: Boolean = true
    override def replan(snapshot: ReplanSnapshot): java.util.List[ReplanSnapshot.Move] = replanned(snapshot).asJava
  }

  /** Returns a plan that postpones all jobs of the batch. */
  protected def waits(snapshot: CycleSnapshot): Plan = places()(snapshot)

  /** Returns a plan that gives the listed jobs their windows and postpones all others. */
  protected def places(windows: (Long, Window)*)(snapshot: CycleSnapshot): Plan =
    new Plan(snapshot.queue.asScala.toList.map { job =>
      windows.toMap
        .get(job.id.number)
        .fold[Decision](new Decision.Postpone(job.id, PostponeReason.BEHIND_ANOTHER, 0))(
          new Decision.Place(job.id, _, 1, true, true)
        )
    }.asJava)

  /** Metascheduler with its clock and its only user (0), which replies automatically unless it is mute.
    */
  protected final class Organization(
      val domains: Domains,
      policy: SchedulingPolicy = new StubPolicy(),
      budget: Long = 1000000,
      unlimited: Boolean = true,
      settings: MetaschedulerSettings = settings,
      userBehaves: Boolean = true
  ) {
    val rules = new VoRules(1000, 10000, 0, 10, 9, unlimited)
    private val scheduler: Supplier[VoScheduler] =
      () => new VoScheduler(rules, domains.nodes, new ListPricing, "stub", policy, _ => 1L)
    val ref: ActorRef[Metascheduler.Command] = testKit.spawn(Metascheduler.create(0, scheduler, domains, settings))
    val clock: TestProbe[Metascheduler.Reply] = testKit.createTestProbe()
    val answers: TestProbe[Metascheduler.UserReply] = testKit.createTestProbe()

    /** Notices to the user; a user that replies automatically also gets the payment requests. */
    val notices: TestProbe[VoUser.Command] = testKit.createTestProbe()
    private val user = testKit.spawn(VoUser.create(0, budget, ref))
    val door: ActorRef[VoUser.Command] = testKit.spawn(Behaviors.receiveMessage[VoUser.Command] { message =>
      notices.ref ! message
      if (userBehaves) user ! message
      Behaviors.same
    })
    private var said = 0L

    def nextId(): CommandId = {
      said += 1
      new CommandId(50, said)
    }

    def joined(): Organization = {
      says(new Metascheduler.Join(_, 0, door, _)) shouldBe a[Metascheduler.Joined]
      this
    }

    /** Sends a command of the user and waits for the answer. */
    def says(
        command: (CommandId, ActorRef[Metascheduler.UserReply]) => Metascheduler.UserCommand
    ): Metascheduler.UserReply = {
      ref ! command(nextId(), answers.ref)
      answers.receiveMessage()
    }

    /** Sends a command of the clock and waits for the answer. */
    def keeps(
        command: (CommandId, ActorRef[Metascheduler.Reply]) => Metascheduler.ClockCommand
    ): Metascheduler.Reply = {
      ref ! command(nextId(), clock.ref)
      clock.receiveMessage()
    }

    /** Sends a command without waiting for the answer. */
    def sends(command: (CommandId, ActorRef[Metascheduler.Reply]) => Metascheduler.ClockCommand): CommandId = {
      val id = nextId()
      ref ! command(id, clock.ref)
      id
    }

    def asks(command: (CommandId, ActorRef[Metascheduler.UserReply]) => Metascheduler.UserCommand): CommandId = {
      val id = nextId()
      ref ! command(id, answers.ref)
      id
    }

    def submits(number: Long): Metascheduler.UserReply = says(submit(number))

    def begins(cycle: Int): Metascheduler.Reply = keeps(begin(cycle))

    def books(now: Long = 0): Metascheduler.Reply = keeps(new Metascheduler.BookPlan(_, now, _))

    /** Returns the notices to the user about its jobs since the last call. */
    def notified(): List[Any] = {
      val marker = new VoUser.News(-1, List.empty[VoUser.Notice].asJava)
      says(withdraw(9999)) shouldBe a[Metascheduler.NotTaken]
      door ! marker
      val marked = Iterator.continually(notices.receiveMessage()).takeWhile(_ != marker)
      marked
        .collect { case news: VoUser.News => news.notices.asScala }
        .flatten
        .filterNot(_.isInstanceOf[VoUser.Received])
        .toList
    }

    def closes(mostEvents: Int): Metascheduler.Closed =
      keeps(new Metascheduler.Close(_, mostEvents, _)).asInstanceOf[Metascheduler.Closed]

    def closes(): Metascheduler.Closed = closes(mostEvents = 10000)
  }

  protected def submit(number: Long)(
      id: CommandId,
      to: ActorRef[Metascheduler.UserReply]
  ): Metascheduler.UserCommand = new Metascheduler.Submit(id, aJob(number), 0, 0, to)

  protected def withdraw(number: Long, now: Long = 0)(
      id: CommandId,
      to: ActorRef[Metascheduler.UserReply]
  ): Metascheduler.UserCommand = new Metascheduler.Withdraw(id, JobId.of(number), now, to)

  protected def advance(changes: JobChange*)(
      id: CommandId,
      to: ActorRef[Metascheduler.Reply]
  ): Metascheduler.ClockCommand = new Metascheduler.AdvanceJobs(id, changes.asJava, to)

  protected def submitted(job: Job): JobChange = new JobChange.Submitted(job, 0, 0)

  protected def begin(cycle: Int)(id: CommandId, to: ActorRef[Metascheduler.Reply]): Metascheduler.ClockCommand =
    new Metascheduler.BeginCycle(id, cycle, 0, to)

  protected def kinds(closed: Metascheduler.Closed): List[Class[_ <: FlowEvent]] =
    closed.history.asScala.toList.map(_.getClass)
}
