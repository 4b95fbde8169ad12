<#
Removes the service that install.ps1 has set up. Receipts have to be kept for years:
%ProgramData%\Tillmark and %ProgramData%\Tillmark State stay. Run as administrator.
#>
param([string]$Place = "$env:ProgramFiles\Tillmark Service")
$ErrorActionPreference = 'Stop'
$name = 'Tillmark'
if (Get-Service -Name $name -ErrorAction SilentlyContinue) {
  Stop-Service -Name $name -Force
  (Get-Service -Name $name).WaitForStatus('Stopped', '00:00:30')
  & "$Place\tillmark-service.exe" uninstall
  if ($LASTEXITCODE -ne 0) { throw 'uninstall.ps1: the service could not be removed' }
}
if ((Test-Path -LiteralPath $Place) -and -not (Test-Path -LiteralPath "$Place\tillmark-service.xml")) {
  throw "uninstall.ps1: $Place is there and holds something else"
}
if (Test-Path -LiteralPath $Place) { Remove-Item -LiteralPath $Place -Recurse -Force }
Write-Output "Tillmark is removed. Its data are still in $env:ProgramData\Tillmark."
