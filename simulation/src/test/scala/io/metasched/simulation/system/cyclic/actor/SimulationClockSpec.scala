package io.metasched.simulation.system.cyclic.actor

import io.metasched.simulation.driver.ActorSettings

import java.time.Duration
import java.util.concurrent.CompletableFuture
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._
import scala.reflect.ClassTag

import akka.actor.DeadLetter
import akka.actor.testkit.typed.scaladsl.{ManualTime, TestProbe}
import akka.actor.typed.ActorRef
import akka.actor.typed.scaladsl.Behaviors
import com.typesafe.config.{Config, ConfigFactory}
import io.metasched.metascheduler.deployment.OwnerActors
import io.metasched.metascheduler.cyclic.actor.Metascheduler.{Failure, Questions}
import io.metasched.metascheduler.cyclic.actor.{Booking, JobChange, Metascheduler, VoUser}
import io.metasched.metascheduler.actor.Domains
import io.metasched.metascheduler.alternatives.GridTooLargeException
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.metascheduler.cyclic.scheduling.CycleReport
import io.metasched.metascheduler.cyclic.flow.FlowEvent
import io.metasched.resource.actor.{BatchBooking, Domain, LocalReports}
import io.metasched.resource.config.DomainSettings
import io.metasched.resource.fixture.{ActorSpec, Pictures}
import io.metasched.resource.model.{JobId, Node}
import io.metasched.resource.owner.{CommandId, LocalJob, LocalRun, NodeReport, Refusal}
import io.metasched.simulation.driver.config.DriverSettings
import io.metasched.simulation.driver.{ActorModel, RunActors, SimulationClock}
import io.metasched.simulation.system.cyclic.model.Scenario.NamedPolicy
import io.metasched.simulation.system.cyclic.rows.CyclicRun
import io.metasched.simulation.system.cyclic.Scenarios
import io.metasched.simulation.system.cyclic.model.VoHistory
import io.metasched.simulation.kernel.Progress
import org.scalatest.BeforeAndAfterEach

/** Simulation clock, with probes as domains, metaschedulers and users.
  *
  * The wall clock is manual.
  */
final class SimulationClockSpec extends ActorSpec with BeforeAndAfterEach {
  import SimulationClockSpec._

  override protected def config: Config = ManualTime.config.withFallback(ConfigFactory.load())

  private lazy val clock = ManualTime()(testKit.system)

  /** Accepts replies after the end of the run: dead letters, or unhandled by the stopping clock. */
  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message match {
    case _: VoUser.Reply | _: Metascheduler.Reply | _: Domain.Reply => true
    case late                                                       => late.toString.startsWith("AdaptMessage(")
  }

  private var clocks = List.empty[ActorRef[SimulationClock.Command]]

  /** Stops all clocks: they share the manual time, and would otherwise affect other tests. */
  override protected def afterEach(): Unit = {
    clocks.foreach(testKit.stop(_))
    clocks = Nil
    super.afterEach()
  }

  "A simulation clock" should {

    "end the run with all reports, by number" in {
      val run = new Run

      run.cycle()
      for (vo <- List(1, 0)) run.closes(vo)
      for (domain <- List(0, 1)) run.reports(domain)

      val ended = run.outcome.expectMessageType[Ended]
      ended.organizations.map(_.history) shouldBe List(history(0), history(1))
      ended.owners.map(_.node) shouldBe List(0, 1)
      ended.questions shouldBe new Questions(2, 4)
      run.isOver()
    }

    "request the reports of domains only after all metaschedulers are closed" in {
      val run = new Run
      run.cycle()

      run.closes(1)
      run.domains.foreach(_.expectNoMessage(20.millis))
      run.closes(0)

      run.domains.foreach(_.expectMessageType[LocalReports.Report])
    }

    "request a long history in several messages" in {
      val run = new Run
      run.cycle()
      run.closes(1)
      run.answers[Metascheduler.Close](run.metaschedulers.head)(c => c.replyTo ! closed(c.id, 0, more = true))

      run.answers[Metascheduler.QueryHistory](run.metaschedulers.head) { c =>
        c.from shouldBe 1
        c.replyTo ! new Metascheduler.HistoryPage(c.id, history(7), true)
      }
      run.answers[Metascheduler.QueryHistory](run.metaschedulers.head) { c =>
        c.from shouldBe 2
        c.replyTo ! new Metascheduler.HistoryPage(c.id, history(8), false)
      }
      for (domain <- List(0, 1)) run.reports(domain)

      val ended = run.outcome.expectMessageType[Ended]
      ended.organizations.head.history.asScala shouldBe List(0, 7, 8).flatMap(history(_).asScala)
    }

    "start no event before all users are known" in {
      val run = new Run

      run.joins(1)
      run.asked[VoUser.Join](run.users.head)

      run.users.foreach(_.expectNoMessage(20.millis))
      run.metaschedulers.foreach(_.expectNoMessage(20.millis))
    }

    "send no message for local jobs, and let domains report the local jobs up to its last step" in {
      val run = new Run(LocalJobs)
      run.cycle()
      run.domains.foreach(_.expectNoMessage(20.millis))

      for (vo <- List(0, 1)) run.closes(vo)

      for (domain <- run.domains) {
        val report = domain.expectMessageType[LocalReports.Report]
        report.nowTick shouldBe 90000 // the tick of the booking, after the local jobs at this tick
        report.afterArrivals shouldBe true
      }
    }

    "start and end a job by one message, and its parts by one message to each domain" in {
      val run = new Run
      run.bookedOnNode0()

      val end = run.asked[BatchBooking.EndParts](run.domains.head)
      end.parts.asScala.map(_.node) shouldBe List(0)
      end.parts.get(0).tick shouldBe 24000 // before the end of its reserved time
    }

    "submit jobs by one message to each organization, in order" in {
      val run = new Run(OneCycle.replace("per-cycle = 1", "per-cycle = 6"))
      for (user <- List(0, 1)) run.joins(user)

      val submitted = for (metascheduler <- run.metaschedulers) yield {
        val jobs = run.asked[Metascheduler.AdvanceJobs](metascheduler)
        jobs.replyTo ! done(jobs.id)
        jobs.jobs.asScala.toList.map { job =>
          job shouldBe a[JobChange.Submitted]
          job.job.number
        }
      }
      for (vo <- List(0, 1)) run.begins(vo, plans = false)

      submitted.flatten.toSet shouldBe (1L to 6L).toSet
      for (numbers <- submitted) {
        numbers should not be empty
        numbers shouldBe numbers.sorted
      }
      run.users.foreach(_.expectNoMessage(20.millis))
    }

    "take a repeated answer only once" in {
      val run = new Run(times = 2)

      run.whole()

      val ended = run.outcome.expectMessageType[Ended]
      ended.questions shouldBe new Questions(2, 4)
      ended.owners.map(_.node) shouldBe List(0, 1)
      run.isOver()
      for (probe <- run.users ++ run.metaschedulers ++ run.domains) probe.expectNoMessage(20.millis)
    }
  }

  "An actor that does not reply" should {

    "get the same command again" in {
      val run = new Run
      asksAgain[VoUser.Join](run, run.users(1))
      for (user <- List(0, 1)) run.joins(user)
      asksAgain[Metascheduler.AdvanceJobs](run, run.metaschedulers(run.submitter))
      run.submits()
      asksAgain[Metascheduler.BeginCycle](run, run.metaschedulers.head)
      for (vo <- List(0, 1)) run.begins(vo, plans = false)
      asksAgain[Metascheduler.Close](run, run.metaschedulers(1))
      for (vo <- List(0, 1)) run.closes(vo)
      asksAgain[LocalReports.Report](run, run.domains(1))
    }

    "not get the command again after its reply" in {
      val run = new Run
      run.joins(0)
      run.users(1).expectMessageType[VoUser.Join]

      clock.timePasses(2.seconds)

      run.users(1).expectMessageType[VoUser.Join]
      run.users.head.expectNoMessage(20.millis)
    }

    "end the run after the time-out, and be named" in {
      val run = new Run
      for (user <- List(0, 1)) run.joins(user)
      run.metaschedulers(run.submitter).expectMessageType[Metascheduler.AdvanceJobs]
      clock.timePasses(AlmostTimedOut)
      run.outcome.expectNoMessage(20.millis)

      clock.timePasses(1.second)

      run.failure().getMessage should (startWith("no answer to [") and include("organizations ["))
      run.isOver()
    }

    "be named as a user that does not join" in {
      val run = new Run
      run.joins(0)
      run.users(1).expectMessageType[VoUser.Join]

      clock.timePasses(AlmostTimedOut + 1.second)

      run.failure().getMessage should include("users [1]")
      run.isOver()
    }

    "be named as an organization that does not close" in {
      val run = new Run
      run.cycle()
      run.closes(0)
      run.metaschedulers(1).expectMessageType[Metascheduler.Close]

      clock.timePasses(AlmostTimedOut + 1.second)

      run.failure().getMessage should include("organizations [1]")
      run.isOver()
    }

    "be named as a domain that does not report" in {
      val run = new Run
      run.cycle()
      for (vo <- List(0, 1)) run.closes(vo)
      run.reports(1)
      run.domains.head.expectMessageType[LocalReports.Report]

      clock.timePasses(AlmostTimedOut + 1.second)

      run.failure().getMessage should include("domains [0]")
      run.isOver()
    }

    "not time out because other actors did not reply earlier" in {
      val run = new Run
      run.users.foreach(_.expectMessageType[VoUser.Join])
      clock.timePasses(AlmostTimedOut)
      for (user <- List(0, 1)) run.joins(user)
      run.asked[Metascheduler.AdvanceJobs](run.metaschedulers(run.submitter))

      clock.timePasses(AlmostTimedOut)

      run.outcome.expectNoMessage(20.millis)
    }

    "not time out while it may be planning bookings" in {
      val run = new Run
      run.beginsCycle()
      run.metaschedulers.head.expectMessageType[Metascheduler.BookPlan]

      clock.timePasses(AlmostTimedOut * 10)

      for (vo <- List(0, 1)) run.books(vo)
      run.closesAndReports()
      run.outcome.expectMessageType[Ended]
    }

    "not time out while it may be planning moves" in {
      val run = new Run(Replanning)
      run.cycle()
      run.submits(cycle = 1)
      run.metaschedulers.head.expectMessageType[Metascheduler.MoveJobs]

      clock.timePasses(AlmostTimedOut * 10)

      run.moves(0)
      run.metaschedulers(1).expectMessageType[Metascheduler.MoveJobs]
      run.outcome.expectNoMessage(20.millis)
    }
  }

  "A run" should {

    "fail for the reason of a failed metascheduler" in {
      for ((failure, kind) <- kinds) {
        val run = new Run
        run.taken()

        run.answers[Metascheduler.BeginCycle](run.metaschedulers.head) { c =>
          c.replyTo ! new Metascheduler.Failed(c.id, failure, "that is why")
        }

        val failed = run.failure()
        failed.getClass shouldBe kind
        failed.getMessage shouldBe "that is why"
        run.isOver()
      }
    }

    "fail when a command is rejected" in {
      for (says <- refusals) {
        val run = new Run

        says(run)

        run.failure().getMessage should startWith("unexpected reply from an actor: ")
        run.isOver()
      }
    }

    "fail on a reply without a command" in {
      for (says <- besideThePoint) {
        val run = new Run

        says(run)

        run.failure().getMessage should startWith("unexpected reply from an actor: ")
        run.isOver()
      }
    }

    "fail when one of its actors stops, and name it" in {
      for ((stops, name) <- stopped) {
        val run = new Run
        run.users.foreach(_.expectMessageType[VoUser.Join])

        stops(run)

        run.failure().getMessage should (startWith(name) and endWith(" ended before the run"))
        run.isOver()
      }
    }

    "fail with the error of a failed actor" in {
      val bug = new IllegalStateException("a bug")
      val run = new Run(user = Some(Behaviors.receiveMessage(_ => throw bug)))

      run.failure() shouldBe bug
      run.isOver()
    }
  }

  private def kinds = Map(
    Failure.GRID_TOO_LARGE -> classOf[GridTooLargeException],
    Failure.OUT_OF_MEMORY -> classOf[OutOfMemoryError]
  ).withDefaultValue(classOf[IllegalStateException]) match {
    case special => Failure.values.toList.map(failure => failure -> special(failure))
  }

  private def refusals: List[Run => Unit] = List(
    run => {
      for (user <- List(0, 1)) run.joins(user)
      run.answers[Metascheduler.AdvanceJobs](run.metaschedulers(run.submitter)) { c =>
        c.replyTo ! new Metascheduler.Rejected(c.id, Metascheduler.Rejection.BUSY)
      }
    },
    run => {
      run.taken()
      run.answers[Metascheduler.BeginCycle](run.metaschedulers.head) { c =>
        c.replyTo ! new Metascheduler.Rejected(c.id, Metascheduler.Rejection.CYCLE_OPEN)
      }
    },
    run => {
      run.bookedOnNode0()
      run.answers[BatchBooking.EndParts](run.domains.head) { c =>
        c.replyTo ! new Domain.Refused(c.id, 0, Refusal.OWNER_LOST)
      }
    }
  )

  private def besideThePoint: List[Run => Unit] = List(
    run => run.answers[VoUser.Join](run.users.head)(c => c.replyTo ! new VoUser.Submitted(c.id, JobId.of(1), true)),
    run => {
      for (user <- List(0, 1)) run.joins(user)
      run.answers[Metascheduler.AdvanceJobs](run.metaschedulers(run.submitter))(c => c.replyTo ! booked(c.id))
    },
    run => {
      run.taken()
      run.answers[Metascheduler.BeginCycle](run.metaschedulers.head)(c => c.replyTo ! done(c.id))
    },
    run => {
      run.taken()
      run.answers[Metascheduler.BeginCycle](run.metaschedulers.head)(c => c.replyTo ! booked(c.id))
    },
    run => {
      run.taken()
      run.answers[Metascheduler.BeginCycle](run.metaschedulers.head)(c => c.replyTo ! closed(c.id, 0))
    },
    run => {
      run.beginsCycle()
      run.answers[Metascheduler.BookPlan](run.metaschedulers.head) { c =>
        c.replyTo ! new Metascheduler.CycleBegun(c.id, true, false, 0, java.util.List.of())
      }
    },
    run => {
      run.cycle()
      run.answers[Metascheduler.Close](run.metaschedulers.head)(c => c.replyTo ! booked(c.id))
    },
    run => {
      run.bookedOnNode0()
      run.answers[BatchBooking.EndParts](run.domains.head)(c => c.replyTo ! reported(c.id, 0))
    },
    run => {
      run.cycle()
      for (vo <- List(0, 1)) run.closes(vo)
      run.answers[LocalReports.Report](run.domains.head)(c => c.replyTo ! new Domain.Done(c.id))
    }
  )

  private def stopped: List[(Run => Unit, String)] =
    List(
      (_.users.head.stop(), "user-0"),
      (_.metaschedulers(1).stop(), "metascheduler-1"),
      (_.domains.head.stop(), "domain-0")
    )

  /** Expects a repeat at the second retry tick: a command was sent just before the first retry tick. */
  private def asksAgain[C: ClassTag](run: Run, probe: TestProbe[_ >: C]): Unit = {
    val first = run.asked[C](probe)

    clock.timePasses(2.seconds)

    run.asked[C](probe) shouldBe first
    probe.ref ! first // the first command still needs a reply
  }

  /** Run of two organizations of a user each, two domains of a node each, and a job in each cycle.
    *
    * @param times
    *   number of times that each reply is sent
    * @param user
    *   replacement of user 0, as a child of the clock
    */
  private final class Run(
      text: String = OneCycle,
      times: Int = 1,
      user: Option[akka.actor.typed.Behavior[VoUser.Command]] = None
  ) {
    private val setting = Scenarios.setting(text)
    val users: List[TestProbe[VoUser.Command]] = List(0, 1).map(n => testKit.createTestProbe(s"user-$n"))
    val metaschedulers: List[TestProbe[Metascheduler.Command]] =
      List(0, 1).map(n => testKit.createTestProbe(s"metascheduler-$n"))
    val domains: List[TestProbe[Domain.Command]] = List(0, 1).map(n => testKit.createTestProbe(s"domain-$n"))
    val outcome: TestProbe[RunEnd] = testKit.createTestProbe()
    private val clock = testKit.spawn(
      SimulationClock.create[CyclicRun](
        new SimulationClock.PolicyRun[CyclicRun](
          new CyclicBlueprint(setting.instance, new NamedPolicy(setting.name, setting.policy), settings),
          settings,
          false,
          Progress.NONE
        ),
        context => actors(user.map(context.spawn(_, "user-0")).getOrElse(users.head.ref)),
        end
      )
    )
    clocks ::= clock

    private def end: CompletableFuture[ActorModel[CyclicRun]] = {
      val end = new CompletableFuture[ActorModel[CyclicRun]]
      end.whenComplete((model, why) =>
        outcome.ref ! (model match {
          case over: CyclicActorModel =>
            Ended(over.organizations.asScala.toList, over.owners.asScala.toList, over.questions)
          case _ => Failed(why)
        })
      )
      end
    }

    private def actors(first: ActorRef[VoUser.Command]): RunActors = {
      val owners = numbered(domains.map(_.ref))
      new RunActors(
        new OwnerActors {
          override def ref(number: Int): ActorRef[AnyRef] = owners.get(number)

          override def domains(numbers: java.util.List[Integer], nodes: java.util.List[Node]): Domains = {
            val refs = new java.util.TreeMap[Integer, ActorRef[Domain.Command]]
            numbers.forEach(n => refs.put(n, Run.this.domains(n).ref))
            new Domains(refs, nodes)
          }
        },
        owners,
        numbered(metaschedulers.map(_.ref)),
        numbered(List(first, users(1).ref))
      )
    }

    private def numbered(refs: List[ActorRef[_]]): java.util.SortedMap[Integer, ActorRef[AnyRef]] = {
      val all = new java.util.TreeMap[Integer, ActorRef[AnyRef]]
      for ((ref, n) <- refs.zipWithIndex) all.put(n, ref.asInstanceOf[ActorRef[AnyRef]])
      all
    }

    private def job(cycle: Int) = setting.instance.workload.jobs.get(cycle).job

    /** Returns the organization of the user that submits the job of cycle 0. */
    def submitter: Int = job(0).id.vo

    def failure(): Throwable = outcome.expectMessageType[Failed].why

    /** Asserts that the clock has terminated and sends no further outcome. */
    def isOver(): Unit = {
      outcome.expectTerminated(clock)
      outcome.expectNoMessage(20.millis)
    }

    // --- commands to the other actors, and their replies

    /** Returns the next command of the given type; skips repeated commands before this command. */
    def asked[C: ClassTag](probe: TestProbe[_ >: C]): C =
      Iterator.continually(probe.receiveMessage()).collectFirst { case c: C => c }.get

    def answers[C: ClassTag](probe: TestProbe[_ >: C])(answer: C => Unit): Unit = {
      val command = asked[C](probe)
      for (_ <- 1 to times) answer(command)
    }

    def joins(user: Int): Unit =
      answers[VoUser.Join](users(user))(c => c.replyTo ! new VoUser.Joined(c.id))

    def submits(cycle: Int = 0): Unit =
      answers[Metascheduler.AdvanceJobs](metaschedulers(job(cycle).id.vo)) { c =>
        c.jobs.asScala.map(_.job.number) shouldBe List(cycle + 1L)
        c.replyTo ! done(c.id)
      }

    def begins(vo: Int, plans: Boolean = true): Unit =
      answers[Metascheduler.BeginCycle](metaschedulers(vo)) { c =>
        c.replyTo ! new Metascheduler.CycleBegun(c.id, plans, false, 0, java.util.List.of())
      }

    def books(vo: Int, bookings: Booking*): Unit =
      answers[Metascheduler.BookPlan](metaschedulers(vo)) { c =>
        c.replyTo ! booked(c.id, bookings: _*)
      }

    def moves(vo: Int): Unit =
      answers[Metascheduler.MoveJobs](metaschedulers(vo))(c => c.replyTo ! booked(c.id))

    def closes(vo: Int): Unit =
      answers[Metascheduler.Close](metaschedulers(vo))(c => c.replyTo ! closed(c.id, vo))

    def reports(domain: Int): Unit =
      answers[LocalReports.Report](domains(domain))(c => c.replyTo ! reported(c.id, domain))

    // --- sequences of commands

    /** Joins all users and accepts the first job. */
    def taken(): Unit = {
      for (user <- List(0, 1)) joins(user)
      submits()
    }

    def beginsCycle(): Unit = {
      taken()
      for (vo <- List(0, 1)) begins(vo)
    }

    /** Replies to the first cycle, in which nothing is booked. */
    def cycle(): Unit = {
      beginsCycle()
      for (vo <- List(0, 1)) books(vo)
    }

    /** Books the first job on node 0, starts and ends it there. */
    def bookedOnNode0(): Unit = {
      beginsCycle()
      val vo = job(0).id.vo
      for (other <- List(0, 1))
        if (other == vo) books(vo, new Booking(job(0).id, Pictures.window(s"n0 ${"." * 20}#####"))) else books(other)
      answers[Metascheduler.AdvanceJobs](metaschedulers(vo)) { c =>
        c.jobs.asScala.map(_.getClass.getSimpleName) shouldBe List("Started", "Ended")
        c.replyTo ! done(c.id)
      }
    }

    def closesAndReports(): Unit = {
      for (vo <- List(0, 1)) closes(vo)
      for (domain <- List(0, 1)) reports(domain)
    }

    def whole(): Unit = {
      cycle()
      closesAndReports()
    }
  }
}

object SimulationClockSpec {
  private sealed trait RunEnd
  private final case class Ended(organizations: List[VoHistory], owners: List[NodeReport], questions: Questions)
      extends RunEnd
  private final case class Failed(why: Throwable) extends RunEnd

  /** Six retry ticks, one a second.
    *
    * The first tick follows a command that was just sent; the sixth tick after it times out.
    */
  private val AlmostTimedOut = 6.seconds

  private val OneCycle =
    """
      |seed = 1
      |policies = [fcfs]
      |time { period = 100, horizon = 300, planning = 10, cycles = 1 }
      |vo { count = 2 }
      |nodes { count = 2, domains = 2 }
      |local { share = 0 }
      |users { count = 2 }
      |jobs { per-cycle = 1, nodes.most = 1 }
      |""".stripMargin

  /** Scenario in which local jobs arrive on the two nodes while the cycle is planned. */
  private val LocalJobs = OneCycle
    .replace("planning = 10", "planning = 90")
    .replace("share = 0", "share = 1, base = 0, spread = 0, dynamic = 0.3, length { least = 1, most = 2 }")

  private val Replanning = OneCycle
    .replace("[fcfs]", "[css]")
    .replace("cycles = 1", "cycles = 2") + "policy.css.replan = each-cycle"

  private def settings = new ActorSettings(
    DomainSettings.load(),
    new MetaschedulerSettings(10, 100, 4, Duration.ofSeconds(2), Duration.ofSeconds(1)),
    DriverSettings.load()
  )

  private def done(id: CommandId) = new Metascheduler.Done(id, 0, List.empty[JobId].asJava)

  private def booked(id: CommandId, bookings: Booking*) = new Metascheduler.JobsBooked(id, bookings.asJava)

  private def closed(id: CommandId, vo: Int, more: Boolean = false) =
    new Metascheduler.Closed(id, history(vo), more, List.empty[CycleReport].asJava, new Questions(1, 2))

  private def reported(id: CommandId, domain: Int) = {
    val report = new NodeReport(domain, List.empty[LocalRun].asJava, List.empty[LocalJob].asJava)
    new LocalReports.Reported(id, List(report).asJava)
  }

  /** Returns events that distinguish the two organizations. */
  private def history(vo: Int): java.util.List[FlowEvent] =
    List[FlowEvent](new FlowEvent.Moved(vo, 0, JobId.of(1), Pictures.window("n0 #"))).asJava
}
