package io.metasched.metascheduler.cyclic.actor

import io.metasched.metascheduler.actor.Domains
import java.util.concurrent.{CompletableFuture, CountDownLatch}
import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

import akka.actor.DeadLetter
import akka.actor.typed.ActorRef
import io.metasched.metascheduler.cyclic.actor.Metascheduler._
import io.metasched.metascheduler.alternatives.GridTooLargeException
import io.metasched.metascheduler.config.MetaschedulerSettings
import io.metasched.metascheduler.cycle.{CycleSnapshot, Plan, ReplanSnapshot}
import io.metasched.metascheduler.fixture.JobFixture
import io.metasched.metascheduler.cyclic.flow.FlowEvent
import io.metasched.metascheduler.model.RefusalReason
import io.metasched.metascheduler.cyclic.scheduling.SlotPlanning
import io.metasched.metascheduler.cyclic.vo.UserLedger
import io.metasched.resource.actor.{
  BatchBooking,
  Domain,
  JobBooking,
  NodeOwner,
  NodeVersion,
  PlanningSessions,
  WindowRefusal
}
import io.metasched.resource.model.{JobId, Slot, Span, Window}
import io.metasched.resource.owner.{CommandId, Refusal}
import io.metasched.resource.slots.SlotView

final class MetaschedulerSpec extends OrganizationSpec {
  private val free = List("n0 ##########", "n1 ##########")
  private val early = window("n0 ..#.......")
  private val earlier = window("n1 #.........")

  override protected def mayBeLost(addressed: DeadLetter): Boolean = addressed.message match {
    case _: NodeOwner.Command => true // in transit when its owner stopped
    case _: Domain.Reply      => true // in transit when a session was closed
    case _                    => false
  }

  "A job" should {

    "be rejected if its user has not joined" in {
      new Organization(sites(free: _*)).submits(1) should matchPattern {
        case no: NotTaken if no.reason == Rejection.UNKNOWN_USER =>
      }
    }

    "be refused at once if it can never run" in {
      val vo = new Organization(sites(free: _*)).joined()
      val big = JobFixture.job(1).nodes(3).build

      vo.says(new Submit(_, big, 0, 0, _)) should matchPattern {
        case no: Refused if no.reason == RefusalReason.NOT_ENOUGH_NODES =>
      }

      vo.notified() shouldBe empty
      vo.says(withdraw(1)) shouldBe a[TooLate]
    }

    "be accepted once, even if it is submitted several times" in {
      val vo = new Organization(sites(free: _*)).joined()
      val id = vo.nextId()
      for (_ <- 1 to 3) {
        vo.ref ! submit(1)(id, vo.answers.ref)
        vo.answers.expectMessage(new Accepted(id, job))
      }

      reason(vo.submits(1)) shouldBe Rejection.NOT_A_NEW_JOB
      reason(vo.says(new Submit(_, aJob(1).as(new JobId(3, 1)), 0, 0, _))) shouldBe Rejection.NOT_A_NEW_JOB
      kinds(vo.closes()) shouldBe List(classOf[FlowEvent.Submitted])
    }

    "be accepted together with others, in order, and refused if it can never run" in {
      val vo = new Organization(sites(free: _*)).joined()
      val big = JobFixture.job(2).nodes(3).build
      val jobs = List(aJob(3), big, aJob(1)).map(submitted)

      val taken = vo.keeps(advance(jobs: _*))
      taken shouldBe new Done(taken.id, 1, List(big.id).asJava)
      vo.ref ! advance(jobs: _*)(taken.id, vo.clock.ref)
      vo.clock.expectMessage(taken)

      vo.notified() shouldBe empty
      vo.closes().history.asScala.map {
        case e: FlowEvent.Submitted => s"${e.job.id} submitted"
        case e: FlowEvent.Refused   => s"${e.job} refused"
        case e                      => fail(s"unexpected: $e")
      } shouldBe List("3 submitted", "2 submitted", "2 refused", "1 submitted")
    }

    "be rejected together with a job that is not new or whose user is unknown" in {
      val vo = new Organization(sites(free: _*)).joined()
      vo.submits(1)
      val foreign = JobFixture.job(2).user(7).build

      for (other <- List(aJob(1) -> Rejection.NOT_A_NEW_JOB, foreign -> Rejection.UNKNOWN_USER))
        rejection(vo.keeps(advance(submitted(aJob(3)), submitted(other._1)))) shouldBe other._2
      rejection(vo.keeps(advance(submitted(aJob(3)), submitted(aJob(3))))) shouldBe Rejection.NOT_A_NEW_JOB
      rejection(vo.keeps(advance(submitted(aJob(3)), started(aJob(3).id)))) shouldBe Rejection.UNKNOWN_JOB

      kinds(vo.closes()) shouldBe List(classOf[FlowEvent.Submitted])
      an[IllegalArgumentException] should be thrownBy advance()(vo.nextId(), vo.clock.ref)
    }

    "have a known start, end or withdrawal" in {
      val vo = new Organization(sites(free: _*)).joined()
      vo.submits(1)

      reason(vo.says(withdraw(2))) shouldBe Rejection.UNKNOWN_JOB
      for (unknown <- List(job, other)) {
        rejection(vo.keeps(advance(started(unknown)))) shouldBe Rejection.UNKNOWN_JOB
        rejection(vo.keeps(advance(ended(unknown)))) shouldBe Rejection.UNKNOWN_JOB
      }
    }

    "start and end together with others, or not at all if one of them is not booked or has ended" in {
      val vo = booked(new Organization(sites(free: _*), placing(1L -> earlier), unlimited = false))

      for (wrong <- List(started(other), started(job), ended(job)))
        rejection(vo.keeps(advance(started(job), ended(job), wrong))) shouldBe Rejection.UNKNOWN_JOB
      vo.keeps(advance(started(job), ended(job))) should matchPattern { case done: Done if done.done == 1 => }

      vo.notified().drop(1) shouldBe List(new VoUser.Finished(job, false, 0))
    }
  }

  "A withdrawal" should {

    "be too late for a job that has ended" in {
      val vo = booked(new Organization(sites(free: _*), placing(1L -> earlier)))
      ends(vo)

      vo.says(withdraw(1, now = 1000)) shouldBe a[TooLate]
    }

    "remove a job from the queue" in {
      val vo = new Organization(sites(free: _*)).joined()
      vo.submits(1)

      vo.says(withdraw(1)) shouldBe a[Withdrawn]

      vo.notified() shouldBe List(new VoUser.PaidBack(job, 0))
      vo.begins(0).asInstanceOf[CycleBegun].plans shouldBe false
    }

    "wait while offers and deposits are collected" in {
      val vo = new Organization(sites(free: _*), placing(1L -> early), unlimited = false, userBehaves = false).joined()
      vo.submits(1)
      val begun = vo.sends(begin(0))
      val asked = vo.notices.expectMessageType[VoUser.PayIn]
      val withdrawn = vo.asks(withdraw(1))
      vo.answers.expectNoMessage(50.millis)

      vo.ref ! new Paid(asked.id, 0, 0, 5000)

      vo.clock.expectMessage(new CycleBegun(begun, true, true, 0, java.util.List.of()))
      vo.answers.expectMessage(new Withdrawn(withdrawn, job))
      vo.books() should matchPattern { case done: JobsBooked if done.bookings.isEmpty => }
    }

    "be executed while the policy plans, and the job's decision is skipped" in {
      val plan = new CountDownLatch(1)
      val policy = new StubPolicy(snapshot => { plan.await(); places(1L -> early, 2L -> earlier)(snapshot) })
      val vo = new Organization(sites(free: _*), policy).joined()
      List(1L, 2L).foreach(vo.submits)
      vo.begins(0)

      vo.says(withdraw(1)) shouldBe a[Withdrawn]
      plan.countDown()

      vo.books().asInstanceOf[JobsBooked].bookings.asScala shouldBe List(new Booking(other, earlier))
      vacant(vo.domains.at(0)) shouldBe drawn("n0 ##########", "n1 .#########")
    }

    "wait while a plan is awaited, and end the new booking" in {
      val plan = new CountDownLatch(1)
      val policy = new StubPolicy(snapshot => { plan.await(); places(1L -> early)(snapshot) })
      val vo = new Organization(sites(free: _*), policy).joined()
      vo.submits(1)
      vo.begins(0)
      val books = vo.sends(new BookPlan(_, 0, _))
      val withdrawn = vo.asks(withdraw(1))
      vo.answers.expectNoMessage(50.millis)

      plan.countDown()

      vo.clock.expectMessage(new JobsBooked(books, List(new Booking(job, early)).asJava))
      vo.answers.expectMessage(new Withdrawn(withdrawn, job))
      vacant(vo.domains.at(0)) shouldBe drawn(free: _*)
    }

    "wait while its job is booked, and end the booking" in {
      val gated = new GatedDomains(free: _*)
      val vo = new Organization(gated.all, placing(1L -> early), unlimited = false).joined()
      vo.submits(1)
      vo.begins(0)
      vo.sends(new BookPlan(_, 0, _))
      gated.passes[BatchBooking.HoldWindows](0)
      val booking = gated.gets[BatchBooking.SettleWindows](0)
      val withdrawn = vo.asks(withdraw(1))
      gated.passes(0, booking)
      vo.clock.expectMessageType[JobsBooked]
      val end = gated.gets[JobBooking.End](0)
      vo.answers.expectNoMessage(50.millis)
      gated.passes(0, end)

      vo.answers.expectMessage(new Withdrawn(withdrawn, job))
      vo.notified() shouldBe List(new VoUser.Planned(job, 0, early), new VoUser.PaidBack(job, 1000))
      gated.vacantAt(0) shouldBe drawn(free: _*)
      kinds(vo.closes()).last shouldBe classOf[FlowEvent.Withdrawn]
    }

    "wait while its job is moved, and end the job in its new window" in {
      val (planning, go) = (new CountDownLatch(1), new CountDownLatch(1))
      val vo = booked(new Organization(sites(free: _*), moving(() => { planning.countDown(); go.await() })))
      val moves = vo.sends(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _))
      planning.await()
      val withdrawn = vo.asks(withdraw(1))
      vo.answers.expectNoMessage(50.millis)

      go.countDown()

      vo.clock.expectMessage(new JobsBooked(moves, List(new Booking(job, earlier)).asJava))
      vo.answers.expectMessage(new Withdrawn(withdrawn, job))
      vacant(vo.domains.at(0)) shouldBe drawn(free: _*)
    }

    "fail, as all later commands do, if a domain does not reply to the end of the window" in {
      val gated = new GatedDomains(free: _*)
      val vo = new Organization(gated.all, placing(1L -> early)).joined()
      vo.submits(1)
      vo.begins(0)
      vo.sends(new BookPlan(_, 0, _))
      gated.passes[BatchBooking.HoldWindows](0)
      gated.passes[BatchBooking.SettleWindows](0)
      vo.clock.expectMessageType[JobsBooked]
      val withdrawn = vo.asks(withdraw(1))
      gated.gets[JobBooking.End](0)

      theDeadlinePasses()

      vo.answers.expectMessage(new NotTaken(withdrawn, Rejection.BROKEN))
      rejection(vo.begins(1)) shouldBe Rejection.BROKEN
    }
  }

  "A move" should {

    "continue when the session of the open cycle breaks" in {
      val stubs = new StubDomains(free: _*)
      val vo = new Organization(stubs.all, moving(() => ())).joined()
      vo.submits(1)
      vo.sends(begin(0))
      opens(stubs)
      vo.clock.expectMessageType[CycleBegun]
      vo.sends(new BookPlan(_, 0, _))
      for (_ <- 1 to 2) does(stubs)
      vo.clock.expectMessageType[JobsBooked].bookings should have size 1
      val moves = vo.sends(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _))

      vo.ref ! new SessionEvent(new CycleSession.Broken(new CommandId(1, 0), "the one of cycle 0"))
      opens(stubs)
      does(stubs)

      vo.clock.expectMessage(new JobsBooked(moves, List(new Booking(job, earlier)).asJava))
    }
  }

  "A waiting command" should {

    "be kept, while a command above the limit is rejected" in {
      val vo = new Organization(sites(free: _*), unlimited = false, userBehaves = false).joined()
      vo.sends(begin(0))
      val asked = vo.notices.expectMessageType[VoUser.PayIn]
      val waiting = List(1L, 2L, 3L).map(number => vo.asks(submit(number)))
      reason(vo.submits(4)) shouldBe Rejection.BUSY
      rejection(vo.keeps(new Close(_, 10000, _))) shouldBe Rejection.BUSY

      vo.ref ! new Paid(asked.id, 0, 0, 5000)

      vo.clock.expectMessageType[CycleBegun].plans shouldBe false
      for ((id, number) <- waiting.zip(List(1L, 2L, 3L))) vo.answers.expectMessage(new Accepted(id, JobId.of(number)))
      vo.submits(4) shouldBe an[Accepted]
    }

    "keep its place through several phases" in {
      val go = new CountDownLatch(1)
      val wide = new MetaschedulerSettings(9, 100, 4, deadline, deadline)
      val vo = booked(new Organization(sites(free: _*), moving(() => go.await()), settings = wide))
      vo.submits(2)
      vo.begins(1)
      val moves = vo.sends(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _))
      val (books, begun) = (vo.sends(new BookPlan(_, 0, _)), vo.sends(begin(2)))
      val submitted = List(3L, 4L, 5L, 6L).map(number => vo.asks(submit(number)))

      go.countDown()

      vo.clock.receiveMessages(3).map(_.id) shouldBe List(moves, books, begun)
      vo.answers.receiveMessages(4).map(_.id) shouldBe submitted
    }

    "not delay the reply to a command that was answered before" in {
      val vo = new Organization(sites(free: _*), unlimited = false, userBehaves = false).joined()
      val id = vo.asks(submit(1))
      vo.answers.expectMessage(new Accepted(id, job))
      vo.sends(begin(0))
      vo.notices.expectMessageType[VoUser.PayIn]

      vo.ref ! submit(1)(id, vo.answers.ref)

      vo.answers.expectMessage(new Accepted(id, job))
    }
  }

  "The clock" should {

    "be rejected if it books without a cycle, or begins or closes during an open cycle" in {
      val vo = new Organization(sites(free: _*)).joined()
      rejection(vo.books()) shouldBe Rejection.NOTHING_PLANNED
      vo.submits(1)
      vo.begins(0)

      rejection(vo.begins(1)) shouldBe Rejection.CYCLE_OPEN
      rejection(vo.keeps(new Close(_, 10000, _))) shouldBe Rejection.CYCLE_OPEN
      vo.books() shouldBe a[JobsBooked]
    }

    "get the same reply to a repeated command in each phase" in {
      val vo = new Organization(sites(free: _*), placing(1L -> early)).joined()
      vo.submits(1)
      val (begun, books) = (vo.nextId(), vo.nextId())
      val booked = new JobsBooked(books, List(new Booking(job, early)).asJava)
      for (_ <- 1 to 3) {
        vo.ref ! begin(0)(begun, vo.clock.ref)
        vo.clock.expectMessage(new CycleBegun(begun, true, true, 0, java.util.List.of()))
      }
      for (_ <- 1 to 3) {
        vo.ref ! new BookPlan(books, 0, vo.clock.ref)
        vo.clock.expectMessage(booked)
      }
      vo.ref ! begin(0)(begun, vo.clock.ref)
      vo.clock.expectMessage(new CycleBegun(begun, true, true, 0, java.util.List.of()))

      val closed = vo.closes()
      closed.cycles should have size 1
      kinds(closed).count(_ == classOf[FlowEvent.Booked]) shouldBe 1
    }

    "get one reply to a command that it repeats before the reply" in {
      val go = new CountDownLatch(1)
      val vo = booked(new Organization(sites(free: _*), moving(() => go.await())))
      val moves = vo.nextId()
      for (_ <- 1 to 5) vo.ref ! new MoveJobs(moves, FlowEvent.NO_CYCLE, 0, vo.clock.ref)
      val again = vo.sends(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _))

      go.countDown()

      vo.clock.receiveMessages(2).map(_.id) shouldBe List(moves, again)
      vo.clock.expectNoMessage(20.millis)
    }

    "get a rejection of a repeated command whose reply was dropped" in {
      val forgetful = new MetaschedulerSettings(3, 1, 4, deadline, deadline)
      val vo = new Organization(sites(free: _*), settings = forgetful).joined()
      val first = vo.asks(submit(1))
      vo.answers.expectMessage(new Accepted(first, job))
      vo.submits(2)

      vo.ref ! submit(1)(first, vo.answers.ref)

      vo.answers.expectMessage(new NotTaken(first, Rejection.TOO_OLD))
    }

    "book no plan of another cycle" in {
      val plan = new CountDownLatch(1)
      val policy = new StubPolicy(snapshot => { plan.await(); places(1L -> early)(snapshot) })
      val vo = new Organization(sites(free: _*), policy).joined()
      vo.submits(1)
      vo.begins(0)
      val books = vo.sends(new BookPlan(_, 0, _))

      vo.ref ! new PlanMade(7, null, new IllegalStateException("of another cycle"))
      vo.clock.expectNoMessage(50.millis)
      plan.countDown()

      vo.clock.expectMessage(new JobsBooked(books, List(new Booking(job, early)).asJava))
    }

    "get the history and the cycles at the end of the run" in {
      val vo = booked(new Organization(sites(free: _*), placing(1L -> earlier), unlimited = false))
      vo.keeps(advance(started(job))) should matchPattern { case done: Done if done.done == 0 => }
      ends(vo, refund = 400) should matchPattern { case done: Done if done.done == 1 => }

      vo.notified() shouldBe List(
        new VoUser.Planned(job, 0, earlier),
        new VoUser.Finished(job, false, 400)
      )
      val closed = vo.closes()
      kinds(closed) shouldBe List(
        classOf[FlowEvent.Submitted],
        classOf[FlowEvent.Deposited],
        classOf[FlowEvent.Reserved],
        classOf[FlowEvent.Booked],
        classOf[FlowEvent.Finished]
      )
      closed.cycles.get(0).placed shouldBe 1
      closed.cycles.get(0).slots shouldBe 2
    }

    "get a long history in several pages" in {
      val vo = booked(new Organization(sites(free: _*), placing(1L -> earlier), unlimited = false))
      val whole = vo.closes(mostEvents = 4)
      whole.more shouldBe false
      vo.keeps(new QueryHistory(_, 0, 4, _)).asInstanceOf[HistoryPage].history shouldBe whole.history

      val first = vo.closes(mostEvents = 3)
      first.more shouldBe true
      val last = vo.keeps(new QueryHistory(_, 3, 3, _)).asInstanceOf[HistoryPage]
      last.more shouldBe false
      (first.history.asScala ++ last.history.asScala) shouldBe whole.history.asScala
      vo.keeps(new QueryHistory(_, 5, 3, _)).asInstanceOf[HistoryPage].history shouldBe empty
    }

    "get one answer to each command in each phase" in {
      val idle = new Organization(sites(free: _*)).joined()
      val planning = new Organization(sites(free: _*)).joined()
      planning.submits(5)
      planning.begins(0)
      val broken = new Organization(sites(free: _*), throwing(new IllegalStateException)).joined()
      fails(broken, Failure.POLICY)

      for (vo <- List(idle, planning, broken)) {
        for (command <- userCommands(vo)) {
          val id = vo.asks(command)
          vo.answers.receiveMessage().id shouldBe id
        }
        for (command <- clockCommands) {
          val id = vo.sends(command)
          vo.clock.receiveMessage().id shouldBe id
        }
        vo.answers.expectNoMessage(20.millis)
        vo.clock.expectNoMessage(20.millis)
      }
    }
  }

  "A plan that the issuer books itself" should {

    "be made on the vacant slots of all domains, and hold none of them" in {
      val vo = new Organization(sites(free: _*)).joined()
      for (_ <- 1 to 2) {
        vo.sends(new MakePlan(_, planning(count => List(new FlowEvent.Deposited(0, 0, 7, count))), _))
        vo.clock.receiveMessage().asInstanceOf[PlanReady].events.asScala.toList shouldBe
          List(new FlowEvent.Deposited(0, 0, 7, free.size))
      }
      vacant(vo.domains.at(0)) shouldBe drawn(free: _*)
    }

    "fail if its policy throws" in {
      val vo = new Organization(sites(free: _*)).joined()
      vo.sends(new MakePlan(_, planning(_ => throw new IllegalStateException("a bug")), _))

      failure(vo.clock.receiveMessage()) shouldBe Failure.POLICY
    }
  }

  "A metascheduler fails when" should {

    "its policy throws, with the cause" in {
      for (
        (thrown, failure) <- List(
          new IllegalStateException("a bug") -> Failure.POLICY,
          new GridTooLargeException("a large grid") -> Failure.GRID_TOO_LARGE,
          new OutOfMemoryError("full") -> Failure.OUT_OF_MEMORY
        )
      ) {
        val vo = new Organization(sites(free: _*), throwing(thrown)).joined()

        fails(vo, failure).what should include(thrown.getMessage)
      }
    }

    "a plan is incomplete" in {
      val vo = new Organization(sites(free: _*), new StubPolicy(_ => new Plan(java.util.List.of()))).joined()

      fails(vo, Failure.POLICY).what should include("no decision about job 1")
    }

    "its policy throws while it moves jobs, and ends the planning of the open cycle" in {
      val (go, refused) = (new CountDownLatch(1), new CompletableFuture[Throwable])
      val policy = new StubPolicy(
        snapshot =>
          if (snapshot.cycle == 0) places(1L -> early)(snapshot)
          else {
            go.await()
            try snapshot.slots.whole
            catch { case thrown: Throwable => refused.complete(thrown) }
            waits(snapshot)
          },
        _ => throw new IllegalStateException("a bug")
      )
      val vo = booked(new Organization(sites(free: _*), policy))
      vo.submits(2)
      vo.begins(1)

      failure(vo.keeps(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _))) shouldBe Failure.POLICY
      allSessionsAreClosed(vo.domains)
      go.countDown()

      refused.get shouldBe a[SessionFailedException]
    }

    "a user does not pay, and closes its sessions" in {
      val stubs = new StubDomains(free: _*)
      val vo = new Organization(stubs.all, unlimited = false, userBehaves = false).joined()
      val begun = vo.sends(begin(0))
      vo.notices.expectMessageType[VoUser.PayIn]
      val waiting = vo.asks(submit(1))
      opens(stubs)

      theDeadlinePasses()

      vo.clock.expectMessage(new Failed(begun, Failure.USER_LOST, "no answer from users [0]"))
      vo.answers.expectMessage(new NotTaken(waiting, Rejection.BROKEN))
      stubs.gets[PlanningSessions.CloseSession](0)
    }

    "a user does not state its payments" in {
      val vo = new Organization(sites(free: _*), userBehaves = false).joined()
      val closed = vo.sends(new Close(_, 10000, _))
      vo.notices.expectMessageType[VoUser.StateAccount]

      theDeadlinePasses()

      vo.clock.expectMessage(new Failed(closed, Failure.USER_LOST, "no answer from users [0]"))
    }

    "the ledger of a user differs from the account" in {
      val vo = new Organization(sites(free: _*), userBehaves = false).joined()
      vo.sends(new Close(_, 10000, _))
      val asked = vo.notices.expectMessageType[VoUser.StateAccount]

      vo.ref ! new Stated(asked.id, 0, new UserLedger.Statement(5, 2, 0))

      val failed = vo.clock.expectMessageType[Failed]
      failed.failure shouldBe Failure.ACCOUNTS_DIFFER
      failed.what shouldBe "user 0 has 3 in its own ledger, but 0 in the account"
    }

    "a domain does not open a session" in {
      val stubs = new StubDomains(free: _*)
      val vo = new Organization(stubs.all).joined()
      vo.sends(begin(0))
      val opening = stubs.gets[PlanningSessions.OpenSession](0)

      opening.replyTo ! new Domain.Refused(opening.id, 1, Refusal.OWNER_LOST)

      vo.clock.expectMessageType[Failed].failure shouldBe Failure.DOMAIN_LOST
      stubs.gets[PlanningSessions.CloseSession](0)
    }

    "a domain does not reply to the policy" in {
      val stubs = new StubDomains(free: _*)
      val policy = new StubPolicy(snapshot => { snapshot.slots.whole; waits(snapshot) })
      val vo = new Organization(stubs.all, policy).joined()
      vo.submits(1)
      vo.sends(begin(0))
      opens(stubs)
      vo.clock.expectMessageType[CycleBegun]
      val books = vo.sends(new BookPlan(_, 0, _))
      stubs.gets[PlanningSessions.Search](0)

      theDeadlinePasses()

      vo.clock.expectMessage(new Failed(books, Failure.DOMAIN_LOST, "no answer from domains [0]"))
      stubs.gets[PlanningSessions.CloseSession](0)
    }

    "a domain does not reply to a booking, and reports the failure again for a repeated command" in {
      val stubs = new StubDomains(free: _*)
      val vo = new Organization(stubs.all, placing(1L -> early)).joined()
      vo.submits(1)
      vo.sends(begin(0))
      opens(stubs)
      vo.clock.expectMessageType[CycleBegun]
      val books = vo.sends(new BookPlan(_, 0, _))
      next(stubs) shouldBe a[BatchBooking.HoldWindows]

      theDeadlinePasses()

      vo.clock.expectMessageType[Failed].failure shouldBe Failure.DOMAIN_LOST
      rejection(vo.keeps(new Close(_, 10000, _))) shouldBe Rejection.BROKEN
      vo.ref ! new BookPlan(books, 0, vo.clock.ref)
      vo.clock.expectMessageType[Failed].id shouldBe books
    }

    "its child fails, which is a bug" in {
      val vo = new Organization(sites(free: _*), placing(1L -> window("n7 #"))).joined()
      vo.submits(1)
      vo.begins(0)

      vo.sends(new BookPlan(_, 0, _))

      vo.clock.expectTerminated(vo.ref)
    }
  }

  "With domains and owners, a metascheduler" should {

    "requeue a job whose slot was taken after the snapshot, and book the job later" in {
      val policy = new StubPolicy(snapshot => places(1L -> (if (snapshot.cycle == 0) early else earlier))(snapshot))
      val vo = new Organization(sites(free: _*), policy, unlimited = false).joined()
      vo.submits(1)
      vo.begins(0)
      new Issuer(90).gives(vo.domains.at(0))(hold(other, parts("n0 ..##......"))) shouldBe a[Domain.Done]

      vo.books().asInstanceOf[JobsBooked].bookings shouldBe empty
      vo.notified() shouldBe List(new VoUser.Requeued(job, 0, 0, Refusal.SLOT_TAKEN))

      vo.begins(1)
      vo.books().asInstanceOf[JobsBooked].bookings.asScala shouldBe List(new Booking(job, earlier))
      val closed = vo.closes()
      closed.cycles.asScala.map(cycle => (cycle.placed, cycle.requeued)) shouldBe List((0, 1), (1, 0))
      vacant(vo.domains.at(0)) shouldBe drawn("n0 ##..######", "n1 .#########")
    }

    "leave no window partly booked, and refund the money, if an owner stops during the booking" in {
      val gated = new GatedDomains("n0 ##########", "n1 domain=1 ##########")
      val both = window("n0 ..##......", "n1 domain=1 ..##......")
      val vo = new Organization(gated.all, placing(1L -> both), unlimited = false).joined()
      vo.submits(1)
      vo.begins(0)
      val books = vo.sends(new BookPlan(_, 0, _))
      for (site <- List(0, 1)) gated.passes[BatchBooking.HoldWindows](site)
      val commits = List(0, 1).map(site => gated.gets[BatchBooking.SettleWindows](site))
      gated.stopOwner(1, 1)
      for (site <- List(0, 1)) gated.passes(site, commits(site))
      for (site <- List(0, 1)) gated.passes[JobBooking.End](site)

      vo.clock.expectMessage(new JobsBooked(books, List.empty[Booking].asJava))
      vo.notified() shouldBe List(new VoUser.Requeued(job, 0, 1, Refusal.OWNER_LOST))
      gated.vacantAt(0) shouldBe drawn("n0 ##########")
      vo.closes().cycles.get(0).requeued shouldBe 1
      failure(vo.begins(1)) shouldBe Failure.DOMAIN_LOST
    }

    "book a plan with one message to each domain per phase, even if windows are refused" in {
      val gated = new GatedDomains("n0 ##########", "n1 ##########", "n2 domain=1 ##########")
      val windows = List(
        1L -> window("n0 ##........", "n2 domain=1 ##........"),
        2L -> window("n0 ..##......", "n1 ..##......"),
        3L -> window("n1 ##........", "n2 domain=1 ##........"),
        4L -> window("n1 ....#.....", "n2 domain=1 ....#.....")
      )
      val vo = new Organization(gated.all, placing(windows: _*)).joined()
      windows.foreach { case (number, _) => vo.submits(number) }
      vo.begins(0)
      val ignored = testKit.createTestProbe[Domain.Reply]().ref
      gated.passes(0, hold(JobId.of(9), parts("n1 ..#......."))(new CommandId(90, 1), ignored))
      val books = vo.sends(new BookPlan(_, 0, _))

      // the window of job 3 overlaps the window of job 1, and is therefore requested after the
      // booking of job 1
      for (jobs <- List(List(1L, 2L), List(3L, 4L))) {
        val (held, there) = (gated.passes[BatchBooking.HoldWindows](0), gated.passes[BatchBooking.HoldWindows](1))
        (held.windows.asScala ++ there.windows.asScala).map(_.job.number).distinct.sorted shouldBe jobs
        for (site <- List(0, 1)) gated.passes[BatchBooking.SettleWindows](site)
      }

      val booked = vo.clock.expectMessageType[JobsBooked]
      booked.id shouldBe books
      booked.bookings.asScala.map(_.job.number) shouldBe List(1, 4)
      vo.notified().collect { case no: VoUser.Requeued => no.job.number -> no.reason } shouldBe
        List(2 -> Refusal.SLOT_TAKEN, 3 -> Refusal.SLOT_TAKEN)
      gated.vacantAt(1) shouldBe drawn("n2 domain=1 ..##.#####")
    }

    "move a booked job, and notify its user" in {
      val vo = booked(new Organization(sites(free: _*), moving(() => ()), unlimited = false))

      vo.keeps(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _)).asInstanceOf[JobsBooked].bookings.asScala shouldBe
        List(new Booking(job, earlier))

      vo.notified().last shouldBe new VoUser.Moved(job, earlier)
      vacant(vo.domains.at(0)) shouldBe drawn("n0 ##########", "n1 .#########")
      kinds(vo.closes()).last shouldBe classOf[FlowEvent.Moved]
    }

    "move a booked job before a cycle, and store the cycle of the move" in {
      val vo = booked(new Organization(sites(free: _*), moving(() => ())))

      vo.keeps(new MoveJobs(_, 1, 0, _)).asInstanceOf[JobsBooked].bookings.asScala shouldBe
        List(new Booking(job, earlier))

      vo.closes().history.asScala.last shouldBe new FlowEvent.Moved(0, 1, job, earlier)
    }

    "keep the window of a job if its move is refused, and send no message for a job without a window" in {
      val vo = new Organization(sites(free: _*), moving(() => ())).joined()
      vo.keeps(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _)).asInstanceOf[JobsBooked].bookings shouldBe empty
      booked(vo)
      new Issuer(90).gives(vo.domains.at(0))(hold(other, parts("n1 ##........"))) shouldBe a[Domain.Done]

      vo.keeps(new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _)).asInstanceOf[JobsBooked].bookings shouldBe empty

      vacant(vo.domains.at(0)) shouldBe drawn("n0 ##.#######", "n1 ..########")
    }
  }

  /** Planning of the first ten ticks. */
  private def planning(events: Int => List[FlowEvent]): SlotPlanning = new SlotPlanning {
    override def horizon: Span = new Span(0, 10)
    override def nowTick: Long = 0
    override def mayComeBack: java.util.List[Slot] = java.util.List.of()
    override def plan(slots: SlotView, count: Int): java.util.List[FlowEvent] = events(count).asJava
  }

  // --- valid and invalid commands of users and the clock

  private type UserSays = (CommandId, ActorRef[UserReply]) => UserCommand
  private type ClockSays = (CommandId, ActorRef[Reply]) => ClockCommand

  private def userCommands(vo: Organization): List[UserSays] =
    List[UserSays](
      new Join(_, 9, vo.door, _),
      submit(8),
      withdraw(8)
    ).ensuring(_.size == classOf[UserCommand].getPermittedSubclasses.length)

  private def clockCommands: List[ClockSays] =
    List[ClockSays](
      advance(started(job)),
      new MoveJobs(_, FlowEvent.NO_CYCLE, 0, _),
      new BookPlan(_, 0, _),
      new MakePlan(_, planning(_ => List.empty[FlowEvent]), _),
      begin(0),
      new QueryHistory(_, 0, 10000, _),
      new Close(_, 10000, _)
    ).ensuring(_.size == classOf[ClockCommand].getPermittedSubclasses.length)

  private def reason(reply: UserReply): Rejection = reply.asInstanceOf[NotTaken].reason
  private def rejection(reply: Reply): Rejection = reply.asInstanceOf[Rejected].reason
  private def failure(reply: Reply): Failure = reply.asInstanceOf[Failed].failure

  // --- common helpers

  private def placing(windows: (Long, Window)*) = new StubPolicy(places(windows: _*))

  private def throwing(thrown: Throwable) = new StubPolicy((_: CycleSnapshot) => throw thrown)

  /** Policy that gives job 1 a late window and then moves it to an earlier one. */
  private def moving(before: () => Unit) = new StubPolicy(
    places(1L -> early),
    (snapshot: ReplanSnapshot) => {
      before()
      snapshot.promised.asScala.toList.map(job => new ReplanSnapshot.Move(job.job, job.window, earlier))
    }
  )

  /** Submits job 1, which is booked in cycle 0. */
  private def booked(vo: Organization): Organization = {
    vo.joined()
    vo.submits(1)
    vo.begins(0)
    vo.books().asInstanceOf[JobsBooked].bookings should have size 1
    vo
  }

  private def ends(vo: Organization, refund: Long = 0): Reply =
    vo.keeps(advance(new JobChange.Ended(job, false, List(new FlowEvent.Refund(1, refund)).asJava, 1000)))

  private def started(job: JobId) = new JobChange.Started(job, 0)
  private def ended(job: JobId) = new JobChange.Ended(job, false, List(new FlowEvent.Refund(1, 0)).asJava, 1000)

  /** Checks that the first cycle and every later command fail. */
  private def fails(vo: Organization, failure: Failure): Failed = {
    vo.submits(1)
    vo.begins(0)
    val failed = vo.books().asInstanceOf[Failed]
    failed.failure shouldBe failure
    rejection(vo.begins(1)) shouldBe Rejection.BROKEN
    reason(vo.submits(2)) shouldBe Rejection.BROKEN
    failed
  }

  private def opens(stubs: StubDomains): Unit = {
    val opening = next(stubs).asInstanceOf[PlanningSessions.OpenSession]
    val versions = List(new NodeVersion(0, 1), new NodeVersion(1, 1)).asJava
    opening.replyTo ! new PlanningSessions.SessionOpened(opening.id, 0, versions, 2, List.empty[Slot].asJava)
  }

  /** Confirms the next request to the domain. */
  private def does(stubs: StubDomains): Unit = next(stubs) match {
    case c: BatchBooking.HoldWindows   => c.replyTo ! new BatchBooking.WindowsDone(c.id, none)
    case c: BatchBooking.SettleWindows => c.replyTo ! new BatchBooking.WindowsDone(c.id, none)
    case c: JobBooking.Rebook          => c.replyTo ! new Domain.Done(c.id)
    case c                             => fail(s"not simulated: $c")
  }

  private def none = List.empty[WindowRefusal].asJava

  /** Returns the next request to the domain; skips the closing of sessions. */
  private def next(stubs: StubDomains): Domain.Command =
    stubs.probes(0).receiveMessage() match {
      case _: PlanningSessions.CloseSession => next(stubs)
      case command                          => command
    }

  /** Checks that all three sessions of a domain are available again. */
  private def allSessionsAreClosed(domains: Domains): Unit = {
    val issuer = new Issuer(80)
    val probe = testKit.createTestProbe[Any]()
    probe.awaitAssert {
      val opened = List.fill(3)(issuer.gives(domains.at(0))(open()))
      opened.foreach(session => domains.at(0) ! new PlanningSessions.CloseSession(session.id))
      opened.foreach(_ shouldBe a[PlanningSessions.SessionOpened])
    }
    ()
  }
}
