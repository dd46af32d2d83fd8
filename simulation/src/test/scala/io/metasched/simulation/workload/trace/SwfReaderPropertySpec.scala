package io.metasched.simulation.workload.trace

import java.math.{BigDecimal => Decimal, RoundingMode}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}

import scala.jdk.CollectionConverters._
import scala.util.{Failure, Success, Try}

import io.metasched.resource.fixture.Draws
import io.metasched.simulation.input.InputException
import io.metasched.simulation.workload.trace.fixture.SwfText
import org.scalacheck.Gen
import org.scalatest.Assertion
import org.scalatest.matchers.should.Matchers
import org.scalatest.wordspec.AnyWordSpec
import org.scalatestplus.scalacheck.ScalaCheckPropertyChecks

final class SwfReaderPropertySpec extends AnyWordSpec with Matchers with ScalaCheckPropertyChecks {

  implicit override val generatorDrivenConfig: PropertyCheckConfiguration =
    PropertyCheckConfiguration(minSuccessful = Draws.of(200))

  private val machine = 64
  private val longest = 10000000000000L

  private val soundJobs = for {
    id <- Gen.choose(0L, 1000000000000000L)
    submit <- Gen.oneOf(Gen.choose(0L, 5000L), Gen.choose(0L, longest))
    run <- Gen.oneOf(Gen.choose(1000L, 9000L), Gen.choose(1000L, longest))
    processors <- Gen.choose(1, machine)
    estimate <- Gen.oneOf(Gen.const(run), Gen.choose(run, longest))
    user <- Gen.choose(-1, Int.MaxValue)
    wait <- Gen.oneOf(Gen.const(TraceJob.UNKNOWN_WAIT), Gen.choose(0L, longest))
  } yield new TraceJob(id, submit, run, processors, estimate, user, false, run, wait)

  private val logs = Gen.nonEmptyListOf(soundJobs).map(_.distinctBy(_.id))

  private val anyBytes = Gen.listOf(Gen.choose(Byte.MinValue, Byte.MaxValue)).map(_.toArray)
  private val nearlyLogs = Gen
    .listOf(Gen.frequency(9 -> Gen.oneOf("1 2 3 0 -1 . - ; : \n \t \r".toSeq), 1 -> Gen.asciiChar))
    .map(_.mkString.getBytes(ISO_8859_1))
  private val anyOptions = for {
    processors <- Gen.choose(0, 4)
    flags <- Gen.listOfN(3, Gen.oneOf(true, false))
  } yield new TraceOptions(IdRange.ALL, processors, flags(0), flags(1), flags(2))

  "The reader of SWF logs" should {

    "read valid jobs as they were written, plain or packed" in forAll(logs) { jobs =>
      val text = jobs.foldLeft(SwfText.machine(machine))(_.job(_))
      val byArrival = jobs.sortBy(job => (job.submitTicks, job.id))

      for (bytes <- Seq(text.bytes, SwfText.gzip(text.bytes))) {
        val trace = inFile(bytes)(SwfReader.read(_, TraceOptions.defaults))
        trace.jobs.asScala shouldBe byArrival
        trace.dropped.asScala shouldBe empty
      }
    }

    "return the same trace for any order of the lines" in forAll(logs) { jobs =>
      val traces = Seq(jobs, jobs.reverse).map { order =>
        inFile(order.foldLeft(SwfText.machine(machine))(_.job(_)).bytes)(SwfReader.read(_, TraceOptions.defaults))
      }

      traces.map(_.jobs).distinct should have size 1
    }

    "return a trace or a one-line error for garbage" in forAll(anyBytes, anyOptions)(refusesOrReads)

    "return a trace or a one-line error for a nearly valid log" in
      forAll(nearlyLogs, anyOptions)(refusesOrReads)

    "return a trace or a one-line error for garbage inside a log" in
      forAll(logs, anyBytes, Gen.choose(0.0, 1.0), anyOptions) { (jobs, garbage, place, options) =>
        val text = jobs.foldLeft(SwfText.machine(machine))(_.job(_)).bytes
        val at = (text.length * place).toInt
        refusesOrReads(text.take(at) ++ garbage ++ text.drop(at), options)
      }

    "return a trace or a one-line error for garbage inside a packed log" in
      forAll(logs, anyBytes, Gen.choose(0.0, 1.0), anyOptions) { (jobs, garbage, place, options) =>
        val packed = SwfText.gzip(jobs.foldLeft(SwfText.machine(machine))(_.job(_)).bytes)
        val at = (packed.length * place).toInt
        refusesOrReads(packed.take(at) ++ garbage ++ packed.drop(at + garbage.length), options)
      }
  }

  "A decimal number" should {
    "be read exactly, and rounded half away from zero" in
      forAll(Gen.choose(-9000000000000000L, 9000000000000000L), Gen.choose(0, 12)) { (digits, scale) =>
        val number = Decimal.valueOf(digits, scale)
        val bytes = number.toPlainString.getBytes(ISO_8859_1)

        val milli = DecimalText.milli(bytes, 0, bytes.length)

        milli shouldBe number.setScale(3, RoundingMode.HALF_UP).unscaledValue.longValueExact
      }
  }

  private def refusesOrReads(bytes: Array[Byte], options: TraceOptions): Assertion =
    inFile(bytes)(file => Try(SwfReader.read(file, options))) match {
      case Success(trace)                   => trace.jobs.asScala should not be empty
      case Failure(refusal: TraceException) => refusal.getMessage should fullyMatch regex "[ -~]+"
      case Failure(refusal: InputException) => refusal.getMessage should fullyMatch regex "[ -~]+"
      case Failure(other)                   => fail(other)
    }

  private def inFile[A](bytes: Array[Byte])(use: Path => A): A = {
    val file = Files.createTempFile("log", ".swf")
    try use(SwfText.write(file, bytes))
    finally Files.delete(file)
  }
}
