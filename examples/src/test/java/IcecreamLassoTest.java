class IcecreamLassoTest extends AnyIcecreamTest {
  @Override
  RunningExample.Program example() {
    return new IcecreamLasso()::main;
  }
}
